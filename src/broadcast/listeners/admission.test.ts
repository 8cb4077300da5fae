import { expect, test } from 'vitest';
import { Admission, LISTENERS_PER_ADDRESS } from './admission.ts';

test('a stream takes as many as are allowed, another stream its own', () => {
  const admission = new Admission(2);
  expect(admission.enter('dance', '192.0.2.1')).toBeNull();
  expect(admission.enter('dance', '192.0.2.2')).toBeNull();
  expect(admission.enter('dance', '192.0.2.3')).toBe('stream_full');
  expect(admission.enter('club', '192.0.2.3')).toBeNull();
});

test('a place that becomes free is given again', () => {
  const admission = new Admission(1);
  admission.enter('dance', '192.0.2.1');
  admission.leave('dance', '192.0.2.1');
  expect(admission.enter('dance', '192.0.2.2')).toBeNull();
});

test('one address fills its places over all streams, the machine itself has no such limit', () => {
  const admission = new Admission(10_000);
  for (let at = 0; at < LISTENERS_PER_ADDRESS; at += 1) {
    expect(admission.enter(at % 2 ? 'dance' : 'club', '192.0.2.1')).toBeNull();
    for (const loopback of ['127.0.0.1', '::1']) admission.enter('dance', loopback);
  }
  expect(admission.enter('hits', '192.0.2.1')).toBe('address_full');
  expect(admission.enter('hits', '127.0.0.1')).toBeNull();
  admission.leave('dance', '192.0.2.1');
  expect(admission.enter('hits', '192.0.2.1')).toBeNull();
});

test('who is refused takes no place', () => {
  const admission = new Admission(1);
  admission.enter('dance', '192.0.2.1');
  for (let at = 0; at < 5; at += 1) admission.enter('dance', '192.0.2.2');
  admission.leave('dance', '192.0.2.1');
  expect(admission.enter('dance', '192.0.2.3')).toBeNull();
});
