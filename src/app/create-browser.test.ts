import { expect, test, vi } from 'vitest';
import { createBrowser } from './create-browser.ts';

const open = () => createBrowser('site', () => {}).openChannel('onde-player');

test('a browser that blocks storage, and with it the way to other tabs, has a page without other tabs', () => {
  vi.stubEnv('SSR', false);
  vi.stubGlobal('BroadcastChannel', function refuse() {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  });
  expect(open()).toBeNull();
  vi.stubGlobal('BroadcastChannel', undefined);
  expect(open()).toBeNull();
});

test('the server has no other tabs either, though Node would have channels', () => {
  expect(open()).toBeNull();
});
