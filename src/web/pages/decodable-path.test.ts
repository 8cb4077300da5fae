import { expect, test } from 'vitest';
import { decodablePath } from './decodable-path.ts';

test.each([
  ['/fr/dance', '/fr/dance'],
  ['/fr/dance/info-titre/%C3%A9t%C3%A9', '/fr/dance/info-titre/%C3%A9t%C3%A9'],
  ['/%ff', '/%25ff'],
  ['/fr/100%', '/fr/100%25'],
  ['/fr/%C3%A9/%E9', '/fr/%C3%A9/%25E9'],
])('%s is looked for as %s', (path, looked) => {
  expect(decodablePath(path)).toBe(looked);
  expect(() => decodeURI(decodablePath(path))).not.toThrow();
});
