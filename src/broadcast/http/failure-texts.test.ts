import { expect, test } from 'vitest';
import { LANGUAGES } from '#src/contract/languages.ts';
import { translate } from '#src/i18n/translate.ts';
import { FAILURE_TEXTS } from './failure-texts.ts';

test('what the web says too is said in the same words', () => {
  for (const language of LANGUAGES) {
    for (const code of ['authentication_required', 'body_too_large', 'forbidden'] as const)
      expect(FAILURE_TEXTS[code][language]).toBe(translate(language, `errors.${code}`));
    expect(FAILURE_TEXTS.stream_not_found[language]).toBe(translate(language, 'errors.stream_not_found'));
    expect(FAILURE_TEXTS.method_not_allowed[language]).toBe(translate(language, 'errors.method_not_allowed'));
    for (const code of ['track_not_found', 'too_many_requests'] as const)
      expect(FAILURE_TEXTS[code][language]).toBe(translate(language, `errors.${code}`));
    expect(FAILURE_TEXTS.missing_parameter[language]).toBe(
      translate(language, 'errors.missing_parameter', { name: 'stream' }),
    );
    expect(FAILURE_TEXTS.unavailable[language]).toBe(translate(language, 'errors.unavailable'));
    expect(FAILURE_TEXTS.not_found[language]).toBe(translate(language, 'errors.unknown_endpoint'));
  }
});

test('every failure has its own sentence in every language', () => {
  for (const texts of Object.values(FAILURE_TEXTS)) {
    expect(new Set(LANGUAGES.map((language) => texts[language])).size).toBe(LANGUAGES.length);
  }
});
