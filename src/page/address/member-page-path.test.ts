import { expect, test } from 'vitest';
import { memberPagePath } from './member-page-path.ts';

test('a member’s page is read in the language of the page that leads to it', () => {
  expect(memberPagePath('lea_m', 'fr')).toBe('/lovepuls/lea_m');
  expect(memberPagePath('lea_m', 'de')).toBe('/de/lovepuls/lea_m');
});
