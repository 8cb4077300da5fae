import { describe, expect, test } from 'vitest';
import { LANGUAGES } from '#src/contract/languages.ts';
import { compileMessage } from './compile-catalogue.ts';
import { formatMessage } from './format-message.ts';

const words = (text: string) => text;

describe('formatMessage', () => {
  test('puts values in their places, and nothing in the place of one that is missing', () => {
    const message = compileMessage('{artist} with {title}, {artist}', words);
    expect(formatMessage(message, 'en', { artist: 'Nova', title: 7 })).toBe('Nova with 7, Nova');
    expect(formatMessage(message, 'en', { artist: 'Nova' })).toBe('Nova with , Nova');
    expect(formatMessage(message, 'en')).toBe(' with , ');
  });

  test('keeps what is written from right to left together, with its signs', () => {
    const message = compileMessage('{title}, {artist}', words);
    expect(formatMessage(message, 'en', { title: 'מי אתה?', artist: 'Nova' })).toBe(
      '\u2068מי אתה?\u2069, Nova',
    );
    expect(formatMessage(message, 'en', { title: 'من أنت؟', artist: 7 })).toBe('\u2068من أنت؟\u2069, 7');
  });

  test('a long value is read once', () => {
    const message = compileMessage('{title}', words);
    const before = process.threadCpuUsage();
    formatMessage(message, 'en', { title: 'ж'.repeat(100_000) });
    const { user, system } = process.threadCpuUsage(before);
    expect(user + system).toBeLessThan(1_000_000);
  });

  test('chooses the words for a number, its own before those of its kind', () => {
    const message = compileMessage(
      '{n, plural, =0 {rien} one {# titre de {artist}} other {# titres de {artist}}}.',
      words,
    );
    const say = (n: number) => formatMessage(message, 'fr', { n, artist: 'Nova' });
    expect(say(0)).toBe('rien.');
    expect(say(1)).toBe('1 titre de Nova.');
    expect(say(2)).toBe('2 titres de Nova.');
  });

  test('knows the kinds of Polish numbers', () => {
    const message = compileMessage('{n, plural, one {głos} few {głosy} many {głosów} other {głosu}}', words);
    const said = [1, 3, 5, 1.5].map((n) => formatMessage(message, 'pl', { n }));
    expect(said).toEqual(['głos', 'głosy', 'głosów', 'głosu']);
  });

  test('goes by the hour of a time', () => {
    const message = compileMessage('{time, plural, one {a la} other {a las}} {time}', words);
    const said = ['01:05', '1:05', '00:05', '11:05', '13:05'].map((time) =>
      formatMessage(message, 'es', { time }),
    );
    expect(said).toEqual(['a la 01:05', 'a la 1:05', 'a las 00:05', 'a las 11:05', 'a las 13:05']);
  });

  test.each(LANGUAGES)('writes a large number in %s as Intl would', (language) => {
    const message = compileMessage('{n, plural, other {#}}', words);
    expect(formatMessage(message, language, { n: 12345 })).toBe(
      new Intl.NumberFormat(language).format(12345),
    );
  });

  test('leaves a value as it is, whatever it looks like', () => {
    const message = compileMessage('{title} #', words);
    expect(formatMessage(message, 'en', { title: '# {n} \\u0041' })).toBe('# {n} \\u0041 #');
  });
});

describe('compileMessage', () => {
  test.each([
    '{when, date}',
    '{kind, select, one {a} other {b}}',
    '{n, plural, offset:1 other {#}}',
    '{n, plural, one {a}}',
    '{n',
  ])('refuses %s', (text) => {
    expect(() => compileMessage(text, words)).toThrow();
  });
});
