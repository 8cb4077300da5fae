import { beforeEach, expect, test } from 'vitest';
import { type OpeningPage, openSignInWindow, type WindowOutcome } from './sign-in-window.ts';

const ORIGIN = 'https://radio.example';
let answered: string[];
const opened = {
  closed: false,
  postMessage: (message: string, origin: string) => answered.push(`${message} ${origin}`),
};
const user = {
  id: '7',
  email: 'lea@example.org',
  first_name: null,
  last_name: null,
  pseudo: null,
  profile_picture: '',
  created_at: '2026-01-02T03:04:05Z',
  email_verified: true,
};
const SUCCESS = { type: 'APPLE_AUTH_SUCCESS', user, token: 't' };

let listeners: Set<(event: MessageEvent) => void>;
let heard: WindowOutcome[];
let asked: string[];
let looks: Set<() => void>;
beforeEach(() => {
  looks = new Set();
  opened.closed = false;
  listeners = new Set();
  heard = [];
  asked = [];
  answered = [];
});

function page(window: typeof opened | null): OpeningPage {
  const timers = new Map<number, () => void>();
  return {
    location: { origin: ORIGIN },
    screenX: 100,
    screenY: 0,
    outerWidth: 1_500,
    outerHeight: 900,
    open(address, _name, features) {
      asked.push(address, features);
      return window;
    },
    addEventListener: (_type, listener) => listeners.add(listener),
    removeEventListener: (_type, listener) => listeners.delete(listener),
    setInterval(work) {
      timers.set(1, work);
      looks.add(work);
      return 1;
    },
    clearInterval: (timer) => looks.delete(timers.get(timer) ?? (() => {})),
  };
}

/** A message as it comes; only what is read of it. */
function say(data: unknown, { origin = ORIGIN, source = opened }: { origin?: string; source?: object } = {}) {
  const event = Object.assign(new Event('message'), { data, origin, source });
  for (const listener of [...listeners]) Reflect.apply(listener, null, [event]);
}

const open = (window: typeof opened | null = opened) =>
  openSignInWindow(page(window), '/auth/apple?popup=1', (outcome) => heard.push(outcome));

test('the window is 500 by 600, in the middle of the page that opens it', () => {
  open();
  expect(asked).toEqual(['/auth/apple?popup=1', 'popup,width=500,height=600,left=600,top=150']);
});

test('its message counts, once', () => {
  open();
  say(SUCCESS);
  say(SUCCESS);
  expect(heard).toEqual([{ signedIn: { user, token: 't' }, isCleared: false }]);
});

test('the window is told that it was heard, and nobody whom nobody hears [W217]', () => {
  open();
  say(SUCCESS, { origin: 'https://evil.test' });
  say(null);
  expect(answered).toEqual([]);
  say(SUCCESS);
  say(SUCCESS);
  expect(answered).toEqual([`onde-heard ${ORIGIN}`]);
});

test('what it says of a failure counts', () => {
  open();
  say({ type: 'APPLE_AUTH_ERROR', error: 'No.', code: 'sign_in_cancelled' });
  expect(heard).toEqual([{ error: 'No.', code: 'sign_in_cancelled' }]);
});

test('nobody else is believed, and nothing else is heard', () => {
  open();
  say(SUCCESS, { origin: 'https://evil.test' });
  say(SUCCESS, { source: {} });
  say({ ...SUCCESS, type: 'GOOGLE_AUTH_SUCCESS' });
  say({ type: 'APPLE_AUTH_SUCCESS', token: 't' });
  say({ type: 'APPLE_AUTH_SUCCESS', token: 't', user: { id: 1 } });
  say('APPLE_AUTH_SUCCESS');
  say(null);
  expect(heard).toEqual([]);
});

test('a blocked window is none, and after the dialog nothing is heard', () => {
  expect(open(null)).toBeNull();
  expect(listeners.size).toBe(0);
  open()?.[Symbol.dispose]();
  say(SUCCESS);
  expect(heard).toEqual([]);
});

/** A second passes. */
const look = () => {
  for (const work of [...looks]) work();
};

test('a window that was closed without a word is waited for no longer', () => {
  open();
  look();
  opened.closed = true;
  look();
  expect(heard).toEqual([]);
  look();
  look();
  say(SUCCESS);
  expect([heard, looks.size, listeners.size]).toEqual([[null], 0, 0]);
});

test('what a window said before it closed counts, though it is heard after', () => {
  open();
  opened.closed = true;
  look();
  say(SUCCESS);
  look();
  expect(heard).toEqual([{ signedIn: { user, token: 't' }, isCleared: false }]);
});
