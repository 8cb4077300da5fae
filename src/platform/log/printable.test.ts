import { expect, test } from 'vitest';
import { printable } from './printable.ts';

test.each([
  ['a\n{"level":60,"msg":"forged"}.mp3', 'a\ufffd{"level":60,"msg":"forged"}.mp3'],
  ['\x1b[2Jgone', '\ufffd[2Jgone'],
  ['\x9b2J', '\ufffd2J'],
  ['song\u202e3pm.exe', 'song\ufffd3pm.exe'],
  ['line\u2028line\r', 'line\ufffdline\ufffd'],
  ['Zoé & Łukasz – Пісня 日本 🎵', 'Zoé & Łukasz – Пісня 日本 🎵'],
])('what a name would do to a terminal or a log stays out of it: %j', (text, shown) => {
  expect(printable(text)).toBe(shown);
});
