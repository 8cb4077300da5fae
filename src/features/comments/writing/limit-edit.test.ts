import { expect, test } from 'vitest';
import { limitEdit } from './limit-edit.ts';

const FAMILY = '👩🏽‍👩🏿‍👧🏻‍👦🏾';

/** `|` is the caret. */
function edit(before: string, after: string, max: number): string {
  const caret = after.indexOf('|');
  const limited = limitEdit(before, { text: after.replace('|', ''), caret }, max);
  return `${limited.text.slice(0, limited.caret)}|${limited.text.slice(limited.caret)}`;
}

test.each([
  ['what fits stays', 'ab', 'abc|', 'abc|'],
  ['a letter too many at the end', 'abcd', 'abcde|', 'abcd|'],
  ['a letter too many in the middle', 'abcd', 'abx|cd', 'ab|cd'],
  ['a paste at the end', 'ab', 'abxyz|', 'abxy|'],
  ['a paste in the middle', 'ab', 'axyz|b', 'axy|b'],
  ['a paste over a selection', 'abcd', 'axyz|d', 'axy|d'],
  ['a paste over everything', 'abcd', 'vwxyz|', 'vwxy|'],
  ['a paste of what was there already', 'aaa', 'aaaaaa|', 'aaaa|'],
  ['an emoji counts once', '🎵🎵🎵', `🎵🎵🎵${FAMILY}|`, `🎵🎵🎵${FAMILY}|`],
  ['an emoji too many goes whole', '🎵🎵🎵🎵', `🎵🎵${FAMILY}|🎵🎵`, '🎵🎵|🎵🎵'],
  ['a mark belongs to its letter', 'abce', 'abce\u0301|', 'abce\u0301|'],
  ['a deletion stays', 'abcd', 'ab|d', 'ab|d'],
])('%s', (_what, before, after, limited) => {
  expect(edit(before, after, 4)).toBe(limited);
});

test('a text that was too long already may become shorter, not longer', () => {
  expect(edit('abcdefgh', 'abcdefg|', 4)).toBe('abcdefg|');
  expect(edit('abcdefgh', 'abcdefghi|', 4)).toBe('abcdefgh|');
});

test('a book that is pasted is cut', () => {
  expect(limitEdit('', { text: FAMILY.repeat(100_000), caret: FAMILY.length * 100_000 }, 144).text).toBe(
    FAMILY.repeat(144),
  );
  expect(
    limitEdit('', { text: `a${'\u0301'.repeat(500_000)}`, caret: 500_001 }, 144).text.length,
  ).toBeGreaterThan(0);
});
