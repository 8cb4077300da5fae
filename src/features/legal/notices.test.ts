import { expect, test } from 'vitest';
import { noticeBody } from './notices.tsx';

test.each([
  ['# Mentions légales\n\n## 1. L’éditeur\nTexte', '## 1. L’éditeur\nTexte'],
  ['\n# Legal notice\nText', 'Text'],
  ['## First\n\n# Later', '## First\n\n# Later'],
  ['#hash', '#hash'],
  ['# Alone', ''],
])('%j', (markdown, expected) => {
  expect(noticeBody(markdown)).toBe(expected);
});
