import { expect, test } from 'vitest';
import { deviceKind } from './session-list.tsx';

test.each([
  ['Firefox · Linux', 'laptop'],
  ['Chrome · Android', 'phone'],
  ['Safari · iOS', 'phone'],
  ['Safari · iPadOS', 'tablet'],
  ['Edge · Windows', 'laptop'],
  ['', 'laptop'],
] as const)('%j is drawn as a %s', (device, kind) => {
  expect(deviceKind(device)).toBe(kind);
});
