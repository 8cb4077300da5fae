import { expect, test } from 'vitest';
import { CatchUpPlaces } from './catch-up-places.ts';

test('an address has eight places, and gets them back once each', () => {
  const places = new CatchUpPlaces();
  const taken = Array.from({ length: 8 }, (_, at) => places.take(`2001:db8::${at}`));
  expect(taken).not.toContain(null);
  expect(places.take('2001:db8::99')).toBeNull();
  expect(places.take('192.0.2.1')).not.toBeNull();
  taken[0]?.[Symbol.dispose]();
  taken[0]?.[Symbol.dispose]();
  expect(places.take('2001:db8::99')).not.toBeNull();
  expect(places.take('2001:db8::99')).toBeNull();
});
