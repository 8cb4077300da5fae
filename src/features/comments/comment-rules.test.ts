import { expect, test } from 'vitest';
import { checkComment, cleanComment, countCharacters } from './comment-rules.ts';

const FAMILY = '👩🏽‍👩🏿‍👧🏻‍👦🏾';

test.each([
  ['Zoé', 3],
  ['Zoe\u0301', 3],
  ['🇫🇷', 1],
  [FAMILY, 1],
  ['1️⃣', 1],
  ['🏴󠁧󠁢󠁥󠁮󠁧󠁿', 1],
  ['नमस्ते', 3],
  ['', 0],
])('%s counts as a person counts it: %i', (text, count) => {
  expect(countCharacters(text)).toBe(count);
});

test.each([
  ['144 letters', 'é'.repeat(144)],
  ['144 letters of two code points', 'e\u0301'.repeat(144)],
  ['144 emoji', '🎵'.repeat(144)],
  ['144 families', FAMILY.repeat(144)],
  ['144 letters between spaces', `  ${'a'.repeat(144)}\n`],
  ['HTML', '<b onclick=alert(1)>Bonjour</b>'],
  ['one sign', '!'],
])('%s may stand', (_what, text) => {
  expect(checkComment(text)).toBeNull();
});

test.each([
  ['nothing', '', 'comment_required'],
  ['spaces', ' \n\t ', 'comment_required'],
  ['what nobody sees', '\u200b\u200d\u2060\ufeff\u00ad\u115f', 'comment_required'],
  ['turns of direction', '\u202e\u2066\u2069', 'comment_required'],
  ['an empty pattern of Braille', '\u2800', 'comment_required'],
  ['145 letters', 'a'.repeat(145), 'comment_too_long'],
  ['145 emoji', '🎵'.repeat(145), 'comment_too_long'],
  ['a joiner without end', `a${'\u200d'.repeat(3_000)}b`, 'comment_too_long'],
  ['a book', 'a'.repeat(60_000), 'comment_too_long'],
  ['an address', 'see site.com', 'websites_not_allowed'],
  ['an address in pieces', 'see si\u200bte\u202e.com', 'websites_not_allowed'],
])('%s is refused', (_what, text, code) => {
  expect(checkComment(text)).toBe(code);
});

test('a comment is kept without what turns, hides or covers other words', () => {
  expect(cleanComment(' a\u202eb\u2066c\u200bd\u0007e\r\n\r\n\r\nf\tg ')).toBe('abcde\n\nf g');
  expect(cleanComment(`Z${'\u0335'.repeat(40)}`)).toBe(`Z${'\u0335'.repeat(4)}`);
  expect(cleanComment(`Z${`${'\u0335'.repeat(4)}\u200d`.repeat(40)}!`)).toBe(`Z${'\u0335'.repeat(4)}\u200d!`);
  expect(cleanComment(`Z${'\u20dd'.repeat(40)}`)).toBe(`Z${'\u20dd'.repeat(4)}`);
  expect(cleanComment(`a${'\n \u2800\u200d'.repeat(40)}\nb`)).toBe('a\n\nb');
  expect(cleanComment(`می\u200cخواهم ${FAMILY}`)).toBe(`می\u200cخواهم ${FAMILY}`);
  const tags = (text: string) =>
    text.replace(/[a-z]/g, (letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0)));
  expect(cleanComment(`\u{e0001}a${tags('secret')}\u{e007f}\ufff9b\ufffac\ufffb`)).toBe('abc');
  expect(cleanComment(`🏴${tags('gbsct')}\u{e007f}${tags('secret')}\u{e007f}`)).toBe(
    `🏴${tags('gbsct')}\u{e007f}`,
  );
  expect(cleanComment(`🏴${tags('averylongsecret')}\u{e007f}`)).toBe('🏴');
  expect(cleanComment('Zoe\u0301')).toBe('Zo\u00e9');
  expect(cleanComment('Zoe\u200b\u0301')).toBe('Zo\u00e9');
  expect(cleanComment('1\ufe0f\u20e3 and 🏴󠁧󠁢󠁥󠁮󠁧󠁿\n\n🇫🇷')).toBe('1\ufe0f\u20e3 and 🏴󠁧󠁢󠁥󠁮󠁧󠁿\n\n🇫🇷');
});
