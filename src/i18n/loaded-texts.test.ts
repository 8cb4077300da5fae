import { expect, test } from 'vitest';
import { followTexts, loadTexts, rememberTextAddresses, textOf, textsName } from './loaded-texts.ts';

/** What the build makes of a catalogue, at an address of its own. */
const catalogue = (key: string, word: string) =>
  `data:text/javascript,export default { '${key}': [${JSON.stringify(word)}] };`;

test('what is asked for in the language of the page while the next one comes is there in that, too', async () => {
  rememberTextAddresses({
    [textsName('accounts', 'fr')]: catalogue('accounts.gate.vote', 'Voter'),
    [textsName('accounts', 'de')]: catalogue('accounts.gate.vote', 'Abstimmen'),
    [textsName('errors', 'fr')]: catalogue('errors.forbidden', 'Non'),
    [textsName('errors', 'de')]: catalogue('errors.forbidden', 'Nein'),
  });
  await loadTexts('accounts', 'fr');
  let pressed: Promise<void> | undefined;
  await followTexts('fr', (group) => {
    // By a press in the page that is about to go: its words in the old language may come late.
    pressed ??= loadTexts('errors', 'fr');
    return loadTexts(group, 'de');
  });
  expect(textOf('de')('accounts.gate.vote')).toBe('Abstimmen');
  expect(textOf('de')('errors.forbidden')).toBe('Nein');
  await pressed;
});

test('words of the page come while those of the next language cannot be had', async () => {
  rememberTextAddresses({
    [textsName('diary', 'fr')]: catalogue('diary.title', 'Journal'),
    [textsName('diary', 'de')]: 'data:text/javascript,throw new Error()',
  });
  const change = followTexts('fr', (group) => loadTexts(group, 'de'));
  const late = expect(change).rejects.toThrow();
  await loadTexts('diary', 'fr');
  expect(textOf('fr')('diary.title')).toBe('Journal');
  await late;
});
