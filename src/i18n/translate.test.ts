import { describe, expect, test } from 'vitest';
import { LANGUAGES } from '#src/contract/languages.ts';
import { prepareTranslations, translate } from './translate.ts';

describe('translate', () => {
  test('fills the placeholders of a text in the language asked for', () => {
    expect(translate('fr', 'home.live-on', { stream: 'Onde Dance' })).toBe('En direct sur Onde Dance');
    expect(translate('de', 'player.play', { stream: 'Onde 90s' })).toBe('Onde 90s hören');
  });

  test('compiles every catalogue of every language', () => {
    prepareTranslations();
    expect(new Set(LANGUAGES.map((language) => translate(language, 'frame.skip'))).size).toBe(
      LANGUAGES.length,
    );
  });

  test.each(LANGUAGES)('writes a percentage in %s as Intl would', (language) => {
    const intl = new Intl.NumberFormat(language, { style: 'percent' });
    for (const share of [0, 5, 100]) {
      expect(translate(language, 'frame.percent', { share })).toBe(intl.format(share / 100));
    }
  });
});
