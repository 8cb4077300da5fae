import { expect, test } from 'vitest';
import { bareFigures, namedFigures, readValue } from './figures.ts';

const NONE = [] as const;

test('a figure is known with its name, its value and its rule', () => {
  const page =
    'Up to `LINES = 3` lines.\n- **A1** Waits `PAUSE_MS = 2 s`.\n- **A2** Of `SIZE = 6 × 4`, [A1].';
  expect(namedFigures(page)).toEqual([
    { name: 'LINES', value: '3', rule: '' },
    { name: 'PAUSE_MS', value: '2 s', rule: 'A1' },
    { name: 'SIZE', value: '6 × 4', rule: 'A2' },
  ]);
});

test.each([
  ['kept for 90 days', '90 days'],
  ['at most 2,000 characters', '2,000 characters'],
  ['20 of them', '20 of them'],
  ['a window of 500 × 600', '500 × 600'],
  ['steps of 0.05', '0.05'],
  ['after two minutes', 'two minutes'],
  ['the first half second', 'half second'],
  ['good for a minute', 'for a minute'],
  ['once an hour', 'once an hour'],
  ['every minute', 'every minute'],
  ['a year at most', 'a year at most'],
  ['widths of `192`', '192'],
  ['within `5 s`', '5 s'],
  ['| `a` | 10 s |', '10 s |'],
])('a figure without a name is found: %s', (text, figure) => {
  const found = bareFigures(`- **W1** ${text}`, NONE);
  expect(found.map((one) => one.slice('[W1] '.length)).some((one) => one.startsWith(figure))).toBe(true);
});

test.each([
  'closes after `TOAST_MS = 3 s`',
  'tracks of [R31, W26]',
  'see [altcha](https://example.org/v2/90)',
  'in `2026-W47`, `/icon-192.png` and `nb_diff` is `0`',
  'PBKDF2, base64, IPv6 and the colour #003a68',
  '```\nlisten 8080;\n```\nand no more',
  'an hour of radio costs, a day has views, what a minute brings',
  'one mail, two tracks, eight languages',
])('what is no figure is left alone: %s', (text) => {
  expect(bareFigures(`- **W1** ${text}`, NONE)).toEqual([]);
});

test('an exception is left alone where it stands, and nowhere else', () => {
  const exceptions = [{ pattern: /\b404\b(?! s)/g, why: 'a status' }];
  expect(bareFigures('**W1** answers 404. **W2** after 404 s', exceptions)).toEqual(['[W2] 404 s']);
});

test.each([
  ['TOAST_MS', '3 s', 3_000],
  ['PAUSE_MS', '400 ms', 400],
  ['SESSION_MS', '90 days', 7_776_000_000],
  ['BREAK_MS_MAX', '10 min', 600_000],
  ['KEPT_SECONDS', '1 day', 86_400],
  ['PREVIEW_SECONDS', '51', 51],
  ['DIARY_DAYS', '90', 90],
  ['BODY_BYTES_MAX', '64 KiB', 65_536],
  ['ENTRIES', '2,000', 2_000],
  ['STEP', '0.05', 0.05],
  ['LANGUAGE', 'fr', 'fr'],
  ['LANGUAGES', 'fr, en', ['fr', 'en']],
  ['DELAYS_MS', '1 s, 2 s', [1_000, 2_000]],
  ['SIZE', '600 × 400', { width: 600, height: 400 }],
  ['SIZES', 'card 3 × 2, wide 9 × 1', { card: { width: 3, height: 2 }, wide: { width: 9, height: 1 } }],
  ['HOURS', 'validate 48, reset 1', { validate: 48, reset: 1 }],
  ['TOAST_MS', '3', Number.NaN],
  ['BODY_BYTES_MAX', '64', Number.NaN],
  ['ENTRIES', '3 s', Number.NaN],
  ['BODY_BYTES_MAX', '3 s', Number.NaN],
  ['TOAST_MS', '3 moons', Number.NaN],
])('%s = %s is read', (name, text, value) => {
  expect(readValue(name, text)).toEqual(value);
});
