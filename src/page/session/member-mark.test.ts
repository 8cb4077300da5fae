import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { memberMarkScript } from './member-mark.ts';

/** The marks that the head's script gives a root. */
function marksWith(getItem: (key: string) => string | null): [string, boolean][] {
  const marks: [string, boolean][] = [];
  runInNewContext(memberMarkScript(), {
    window: { localStorage: { getItem } },
    document: { documentElement: { toggleAttribute: (...mark: [string, boolean]) => marks.push(mark) } },
  });
  return marks;
}

test('the page of somebody with a token is a member’s, any other a guest’s', () => {
  expect(marksWith((key) => (key === 'authToken' ? 't' : null))).toEqual([['data-member', true]]);
  expect(marksWith(() => null)).toEqual([['data-member', false]]);
});

test('where storage is blocked the page is a guest’s', () => {
  const blocked = () => {
    throw new Error('blocked');
  };
  expect(marksWith(blocked)).toEqual([]);
});
