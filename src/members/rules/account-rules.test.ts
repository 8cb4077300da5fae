import { describe, expect, test } from 'vitest';
import { LANGUAGES } from '#src/contract/languages.ts';
import { PASSWORD_MIN } from '#src/contract/limits.ts';
import { translate } from '#src/i18n/translate.ts';
import {
  checkEmail,
  checkFirstName,
  checkLastName,
  checkPassword,
  checkProfileUsername,
  checkUsername,
  cleanEmail,
  cleanName,
  cleanUsername,
  normalisePassword,
  seenName,
} from './account-rules.ts';

describe('username', () => {
  test.each(['abc', 'a-b', 'A_b-9', '___', 'x'.repeat(50)])('%s is one', (name) => {
    expect(checkUsername(name)).toBeNull();
  });
  test.each([
    ['', 'username_too_short'],
    ['ab', 'username_too_short'],
    ['x'.repeat(51), 'username_too_long'],
    ['a b', 'username_characters'],
    ['a\nb', 'username_characters'],
    [' ab ', 'username_too_short'],
    ['élodie', 'username_characters'],
    ['дима', 'username_characters'],
    ['a.b', 'username_characters'],
    ['<b>x', 'username_characters'],
  ])('%j is none: %s', (name, problem) => {
    expect(checkUsername(name)).toBe(problem);
  });
  test('space around it, and signs that nobody sees, are no part of it [W34]', () => {
    for (const name of ['zoe_98 ', ' zoe_98\n', '\u200ezoe_98\u200b', '\u202azoe_98\u202c ']) {
      expect(checkUsername(name)).toBeNull();
      expect(cleanUsername(name)).toBe('zoe_98');
    }
    expect(checkUsername(` ${'x'.repeat(50)} `)).toBeNull();
    expect(checkProfileUsername(' \u200b')).toBeNull();
  });
  test('in the profile form it may be left out, and both lengths have one message', () => {
    expect(checkProfileUsername('  ')).toBeNull();
    expect(checkProfileUsername('abc')).toBeNull();
    expect(checkProfileUsername('ab')).toBe('username_length');
    expect(checkProfileUsername('x'.repeat(51))).toBe('username_length');
    expect(checkProfileUsername('a b c')).toBe('username_characters');
  });
});

describe('first and last name', () => {
  test('two characters are enough, counted without surrounding space', () => {
    expect(checkFirstName('Al')).toBeNull();
    expect(checkFirstName(' A ')).toBe('first_name_too_short');
    expect(checkLastName('Ł')).toBe('last_name_too_short');
    expect(checkLastName('')).toBe('last_name_too_short');
    expect(checkLastName('李明')).toBeNull();
  });
  test.each(['👨‍👩‍👧', '👩🏽‍🚀', '👍🏽', '🇫🇷', '❤️‍🔥', 'A🏽'])(
    '%s is seen as one character, however it is joined',
    (name) => {
      expect(checkFirstName(name)).toBe('first_name_too_short');
      expect(checkFirstName(`${name}x`)).toBeNull();
      expect(seenName(name)).toBe(name);
    },
  );
  test('a name that no card could hold is refused', () => {
    expect(checkFirstName('x'.repeat(100))).toBeNull();
    expect(checkFirstName('x'.repeat(101))).toBe('name_too_long');
  });
  test('control characters, text direction and lone surrogates are taken out', () => {
    expect(cleanName(' Anne\u0000\n\t Marie \u202E')).toBe('Anne Marie');
    expect(cleanName('A\uD800b')).toBe('A\uFFFDb');
    expect(checkFirstName('\u0000\u0001')).toBe('first_name_too_short');
  });
});

describe('e-mail', () => {
  test.each(['a@b', 'Zoé.Durand+radio@exämple.org', ' me@example.org '])('%j is an address', (email) => {
    expect(checkEmail(email)).toBeNull();
  });
  test('is kept without signs that nobody sees, which a copy may bring along', () => {
    expect(cleanEmail('\u202aZoé@example.org\u202c')).toBe('Zoé@example.org');
    expect(cleanEmail('zo\u00ade@example.org\u200b ')).toBe('zoe@example.org');
    expect(checkEmail('\u200b@example.org')).toBe('email_invalid');
  });
  test.each([
    '',
    'me',
    '@',
    'me@',
    '@example.org',
    'a@b@c',
    'a b@example.org',
    'me@example.org\r\nBcc: x@y',
    'Me <me@example.org>',
    'a@b,c@d',
    `${'x'.repeat(250)}@b.fr`,
  ])('%j is none', (email) => {
    expect(checkEmail(email)).toBe('email_invalid');
  });
});

describe('password', () => {
  test('eight characters are enough, counted as a person does', () => {
    expect(checkPassword('1234567')).toBe('password_too_short');
    expect(checkPassword('12345678')).toBeNull();
    expect(checkPassword('🎵🎵🎵🎵')).toBe('password_too_short');
    expect(checkPassword('e\u0301'.repeat(7))).toBe('password_too_short');
  });
  test.each(LANGUAGES)('texts say in %s how many those are', (language) => {
    for (const key of ['accounts.password.hint', 'accounts.rule.password_too_short'] as const)
      expect(translate(language, key).match(/\d+/g)).toEqual([String(PASSWORD_MIN)]);
  });
  test('is the same whether the keyboard composes its letters or not, and keeps its spaces', () => {
    expect(normalisePassword('e\u0301te\u0301')).toBe('été');
    expect(normalisePassword(' a  b ')).toBe(' a  b ');
  });
});

describe('a name that others see', () => {
  test.each([
    '\u200b\u200b\u200b',
    '\u2800\u2800',
    '\u3164\u3164',
    'A\u200d\u200d\u200d',
    'A\u0301\u0301\u0301\u0301',
    `A${'\u{e0061}'.repeat(5)}`,
    '\u115f\u1160\u2003',
    'A\u2800',
  ])('%j shows too little', (name) => {
    expect(checkFirstName(name)).toBe('first_name_too_short');
  });

  test.each(['Li', 'Ő B', 'ดี', 'नि', 'مهٔ', '山田', '\u{1f600}\u{1f600}', 'Jo\u00ad'])('%j is one', (name) => {
    expect(checkFirstName(name)).toBeNull();
  });

  test('it is kept without what nobody sees', () => {
    expect(cleanName('On\u00adde\u200e Ad\ufeffmin\u2066')).toBe('Onde Admin');
    expect(cleanName(`Z${'\u0335'.repeat(40)}oe`)).toBe(`Z${'\u0335'.repeat(4)}oe`);
    expect(cleanName('\u06a9\u200c\u06cc')).toBe('\u06a9\u200c\u06cc');
    expect(seenName('\u2800\u2800')).toBeNull();
    expect(seenName('Zo\u200be')).toBe('Zoe');
    expect(seenName(null)).toBeNull();
  });
});
