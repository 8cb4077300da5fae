import { expect, test } from 'vitest';
import { beginTextChange, loadTexts, rememberTextAddresses, textOf, textsName } from './loaded-texts.ts';

/** What the build makes of a catalogue, at an address of its own. */
const catalogue = (word: string) =>
  `data:text/javascript,export default { 'accounts.gate.vote': [${JSON.stringify(word)}] };`;

test('what is asked for in the language of the page while it changes is there in the next one, too', async () => {
  rememberTextAddresses({
    [textsName('accounts', 'fr')]: catalogue('Voter'),
    [textsName('accounts', 'de')]: catalogue('Abstimmen'),
  });
  expect(beginTextChange('fr', 'de')).toEqual([]);
  // By a press in the page that is about to go.
  await loadTexts('accounts', 'fr');
  expect(textOf('fr')('accounts.gate.vote')).toBe('Voter');
  expect(textOf('de')('accounts.gate.vote')).toBe('Abstimmen');
  // By who still holds a word from before.
  expect(beginTextChange('de', 'de')).toEqual(['accounts']);
});
