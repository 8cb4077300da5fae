import { expect, test } from 'vitest';
import { contrast, hexColour } from './colour.ts';

test.each([
  ['rgba(242,152,56,1)', '#f29838'],
  ['rgb( 0 , 58 , 104 )', '#003a68'],
  ['rgba(163,233,73,.5)', '#a3e949'],
  ['rgba(12.4,0,300,0.25)', '#0c00ff'],
  ['#A3e949', '#A3e949'],
  ['', '#000000'],
])('%s is %s', (colour, hex) => {
  expect(hexColour(colour)).toBe(hex);
});

test.each([
  ['#f29838', '#ffffff', 2.25],
  ['#cb2b3d', '#0e0f16', 3.6],
  ['#003a68', '#ffffff', 11.63],
  ['#a3e949', '#0e0f16', 13.02],
])('the contrast of %s and %s is %f', (one, other, expected) => {
  expect(contrast(one, other)).toBeCloseTo(expected, 1);
  expect(contrast(other, one)).toBeCloseTo(expected, 1);
});
