import { expect, test } from 'vitest';
import { deferLibraries } from './defer-libraries.ts';

test('only the libraries wait for the script that needs them', () => {
  const link = (name: string) => `<link rel="modulepreload" href="/assets/${name}.js"/>`;
  const html = `${link('core-DAjoRcJ2')}${link('libraries-CNVHR2_h')}${link('root-CA-n5D_9')}`;
  expect(deferLibraries(html)).toBe(`${link('core-DAjoRcJ2')}${link('root-CA-n5D_9')}`);
});
