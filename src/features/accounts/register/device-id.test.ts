import { expect, it } from 'vitest';
import { makeDeviceId } from './device-id.ts';

const FACTS = { userAgent: 'Mozilla/5.0', language: 'fr-FR', platform: 'Linux x86_64' };

it('a browser has the same id every time, and another one another', () => {
  expect(makeDeviceId(FACTS)).toBe(makeDeviceId({ ...FACTS }));
  expect(makeDeviceId({ ...FACTS, language: 'de-DE' })).not.toBe(makeDeviceId(FACTS));
});

it('an id has the form that the server takes', () => {
  expect(makeDeviceId(FACTS)).toMatch(/^dev_[A-Za-z0-9_-]{1,64}$/);
});
