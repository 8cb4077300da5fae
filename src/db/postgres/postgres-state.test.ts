import { expect, test } from 'vitest';
import { refuseUnfit } from './postgres-state.ts';

const FIT = { version: 150_008, encoding: 'UTF8', read_only: false };

test('[W179] a server that is too old, keeps no Unicode or can only be read is refused in words', () => {
  expect(() => refuseUnfit(FIT)).not.toThrow();
  expect(() => refuseUnfit({ ...FIT, version: 130_010 })).toThrow(/is version 13; Onde needs 14/);
  expect(() => refuseUnfit({ ...FIT, encoding: 'LATIN1' })).toThrow(/LATIN1/);
  expect(() => refuseUnfit({ ...FIT, read_only: true })).toThrow(/only be read/);
});
