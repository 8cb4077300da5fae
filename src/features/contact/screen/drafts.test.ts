import { expect, test } from 'vitest';
import { storedIn } from '#src/page/storage/testing/stored-in.ts';
import { forgetDraft, keepDraft, readDraft } from './drafts.ts';

const WRITTEN = { email: 'zoe@example.org', subject: 'Bonjour', message: 'Merci\nbeaucoup' };

function storage() {
  const kept = new Map<string, string>();
  return storedIn(kept);
}

test('a member’s draft is shown to that member alone, a guest’s to whoever uses the tab', () => {
  const tab = storage();
  keepDraft(tab, 'zoe', WRITTEN);
  expect(readDraft(tab, 'zoe')).toEqual(WRITTEN);
  expect(readDraft(tab, 'yann')).toBeNull();
  expect(readDraft(tab, null)).toBeNull();
  keepDraft(tab, null, WRITTEN);
  expect(readDraft(tab, null)).toEqual(WRITTEN);
  expect(readDraft(tab, 'yann')).toEqual(WRITTEN);
});

test('a draft goes when it is sent, or when everything is deleted', () => {
  const tab = storage();
  keepDraft(tab, null, WRITTEN);
  keepDraft(tab, null, { email: 'zoe@example.org', subject: ' ', message: '\n' });
  expect(readDraft(tab, null)).toBeNull();
  keepDraft(tab, null, WRITTEN);
  forgetDraft(tab);
  expect(readDraft(tab, null)).toBeNull();
});

test.each(['null', '7', '{', '{"by":null,"message":7}', '{"subject":"Bonjour"}'])(
  'of %s in the storage no more is taken than there is',
  (spoilt) => {
    const tab = storage();
    tab.write('contact_draft', spoilt);
    expect(Object.values(readDraft(tab, null) ?? {}).join('')).toBe('');
  },
);
