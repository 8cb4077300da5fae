import { expect, test } from 'vitest';
import { withoutHtmlSigns } from './html-signs.ts';

test.each([
  ['Beyonc&eacute; &amp; Jay-Z', 'Beyoncé & Jay-Z'],
  ['D&#233;j&#xE0; Vu &lt;3', 'Déjà Vu <3'],
  ['L&#146;or &hellip; &szlig;&yuml;&nbsp;&frac12;', 'L’or … ßÿ\u00a0½'],
  ['&quot;Heroes&quot; &#39;77', '"Heroes" \'77'],
  ['&#128512;', '😀'],
  ['&Alpha;&omega; &Zcaron;i&zcaron;ek', 'Αω Žižek'],
])('a text that spells signs as HTML does is written out: %s', (written, text) => {
  expect(withoutHtmlSigns(written)).toBe(text);
});

test.each([
  'R&B; Soul',
  'AT&T',
  'Rock & Roll',
  '&eacute',
  '&#0;',
  '&#1;',
  '&#x110000;',
  '&#xD800;',
  '&;',
  '&foo;',
])('what HTML knows no sign for stays as it is: %s', (text) => {
  expect(withoutHtmlSigns(text)).toBe(text);
});
