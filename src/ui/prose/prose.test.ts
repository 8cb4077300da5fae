import { createElement, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Prose } from './prose.tsx';

const Way = ({ to, children }: { to: string; children: ReactNode }) =>
  createElement('a', { href: to, 'data-way': true }, children);
const draw = (markdown: string) =>
  renderToStaticMarkup(createElement(Prose, { markdown, headings: 'h2', Way }));

test.each([
  ['1. A\n\n2. B', '<ol><li>A</li><li>B</li></ol>'],
  ['3. C', '<ol start="3"><li>C</li></ol>'],
  ['0. Z', '<ol start="0"><li>Z</li></ol>'],
  ['- A', '<ul><li>A</li></ul>'],
])('draws the numbers of %j', (markdown, expected) => {
  expect(draw(markdown)).toContain(expected);
});

test('leaves room for a number as long as a year', () => {
  expect(draw('1998. A')).toMatch(/<ol start="1998" class="[^"]+"><li>A<\/li><\/ol>/);
});

test.each([
  ['[other](/fr/dance)', '<a href="/fr/dance" data-way="true">other</a>'],
  ['[other](#here)', '<a href="#here">other</a>'],
  ['[us](mailto:a@example.org)', '<a href="mailto:a@example.org">us</a>'],
  ['[site](https://example.org)', '<a href="https://example.org" target="_blank" rel="noopener">site<span'],
])('%s leads away without the end of the sound', (markdown, expected) => {
  expect(draw(markdown)).toContain(expected);
});
