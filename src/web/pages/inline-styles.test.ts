import { expect, test } from 'vitest';
import { inlineStyles } from './inline-styles.ts';

const files = { text: async (path: string) => (path === '/assets/core.css' ? 'a{b:c}' : null) };
const link = (href: string) => `<link rel="stylesheet" href="${href}"/>`;

test('a style sheet comes with the page, and its link stays, disabled', async () => {
  expect(await inlineStyles(link('/assets/core.css'), files, 'mark')).toBe(
    '<style nonce="mark">a{b:c}</style><link rel="stylesheet" href="/assets/core.css" disabled=""/>',
  );
});

test('a style sheet that parts of the page bring too is found by them and by React', async () => {
  expect(await inlineStyles(link('/assets/core.css#'), files, 'mark')).toBe(
    '<style nonce="mark">a{b:c}</style><link rel="stylesheet" href="/assets/core.css" disabled=""/><link rel="stylesheet" href="/assets/core.css#" disabled=""/>',
  );
});

test('a style sheet that is not there is left to the browser', async () => {
  expect(await inlineStyles(link('/assets/other.css'), files, 'mark')).toBe(link('/assets/other.css'));
});
