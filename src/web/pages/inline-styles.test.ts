import { expect, test } from 'vitest';
import { inlineStyles } from './inline-styles.ts';

const files = { text: async (path: string) => (path === '/assets/core.css' ? 'a{b:c}' : null) };
const link = (href: string) => `<link rel="stylesheet" href="${href}"/>`;

test.each(['', '#'])(
  'a style sheet comes with the page, its link stays, disabled (mark "%s")',
  async (mark) => {
    expect(await inlineStyles(link(`/assets/core.css${mark}`), files)).toBe(
      '<style>a{b:c}</style><link rel="stylesheet" href="/assets/core.css" disabled=""/>',
    );
  },
);

test('a style sheet that is not there is left to the browser', async () => {
  expect(await inlineStyles(link('/assets/other.css'), files)).toBe(link('/assets/other.css'));
});
