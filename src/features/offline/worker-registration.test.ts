import { setImmediate } from 'node:timers/promises';
import { beforeEach, expect, test, vi } from 'vitest';
import { RELOAD_PATIENCE_MS, VERSION_CHECK_EVERY_MS } from '#src/contract/limits.ts';
import { ManualClock } from '#src/platform/clock/testing/manual-clock.ts';
import { PATIENT } from '#src/platform/testing/patience.ts';
import { keepWorker, type Reload } from './worker-registration.ts';

let container: EventTarget & { controller: object | null };
let said: unknown[];
let reloads: number;
let clock: ManualClock;

/** A page of an older build, with the worker of a newer one in waiting. */
async function openOlderPage(): Promise<Reload> {
  return new Promise((resolve) => openOlder(resolve));
}

function openOlder(tell: (reload: Reload) => void): void {
  const waiting = {
    postMessage: (message: { type: string }, [port]: MessagePort[] = []) => {
      said.push(message.type);
      port?.postMessage(false);
    },
  };
  const registration = Object.assign(new EventTarget(), {
    waiting,
    active: {},
    installing: null,
    update: async () => {},
  });
  vi.stubGlobal('navigator', {
    serviceWorker: Object.assign(container, {
      register: async () => registration,
      getRegistration: async () => registration,
    }),
  });
  void keepWorker(tell, () => null, clock);
}

beforeEach(() => {
  container = Object.assign(new EventTarget(), { controller: {} });
  said = [];
  reloads = 0;
  clock = new ManualClock();
  vi.stubGlobal('location', { reload: () => (reloads += 1) });
  vi.stubGlobal('document', Object.assign(new EventTarget(), { querySelector: () => null }));
  vi.stubGlobal('addEventListener', () => {});
});

test('a page that is to reload has the newer worker take over first, and reloads when it has [R88]', async () => {
  const reload = await openOlderPage();
  reload();
  expect(said).toEqual(['knows', 'take-over']);
  expect(reloads).toBe(0);
  container.dispatchEvent(new Event('controllerchange'));
  expect(reloads).toBe(1);
});

test('a page that nobody looks at says so once somebody does [R88]', async () => {
  Object.assign(document, { visibilityState: 'hidden' });
  const tell = vi.fn();
  openOlder(tell);
  await vi.waitFor(() => expect(said).toEqual(['knows']), PATIENT);
  clock.advance(VERSION_CHECK_EVERY_MS);
  await vi.waitFor(() => expect(said).toEqual(['knows', 'knows']), PATIENT);
  await setImmediate();
  expect(tell).not.toHaveBeenCalled();
  Object.assign(document, { visibilityState: 'visible' });
  document.dispatchEvent(new Event('visibilitychange'));
  await vi.waitFor(() => expect(tell).toHaveBeenCalledTimes(1), PATIENT);
  document.dispatchEvent(new Event('visibilitychange'));
  await setImmediate();
  expect(tell).toHaveBeenCalledTimes(1);
});

test('a page that reloads on a slow network begins that once [R88]', async () => {
  const reload = await openOlderPage();
  reload();
  container.dispatchEvent(new Event('controllerchange'));
  clock.advance(RELOAD_PATIENCE_MS);
  container.dispatchEvent(new Event('controllerchange'));
  expect(reloads).toBe(1);
});

test('a page reloads although the browser keeps the older worker on [R88]', async () => {
  const reload = await openOlderPage();
  reload();
  clock.advance(RELOAD_PATIENCE_MS - 1);
  expect(reloads).toBe(0);
  clock.advance(1);
  expect(reloads).toBe(1);
});
