import type { Socket } from 'node:net';
import { FAILURE_TEXTS, FAILURES } from '#src/broadcast/http/failure-texts.ts';
import { DEFAULT_LANGUAGE } from '#src/contract/languages.ts';
import type { Clock } from '#src/platform/clock/clock.ts';
import type { Descriptors } from './descriptors.ts';

/** Time that a caller has to take its answer. */
const PATIENCE_MS = 1_000;
/** Refusals answered at one time; further callers get no answer, since each answer is an open connection. */
const AT_ONCE_MAX = 16;
const CODE = 'unavailable';

/** Refuses connections when there is no room for them, before anything is read from them. */
export class Farewells {
  readonly #descriptors: Descriptors;
  readonly #clock: Clock;
  #underWay = 0;

  constructor(descriptors: Descriptors, clock: Clock) {
    this.#descriptors = descriptors;
    this.#clock = clock;
  }

  say(socket: Socket): void {
    socket.on('error', () => {});
    if (this.#underWay >= AT_ONCE_MAX) {
      socket.resetAndDestroy();
      return;
    }
    this.#underWay += 1;
    this.#descriptors.take(1);
    const impatience = this.#clock.after(PATIENCE_MS, () => socket.destroy());
    socket.once('close', () => {
      impatience[Symbol.dispose]();
      this.#underWay -= 1;
      this.#descriptors.take(-1);
    });
    // The caller's bytes must be read: unread bytes cause a reset, which would lose the answer.
    socket.resume();
    socket.end(farewell());
  }
}

function farewell(): string {
  const error = FAILURE_TEXTS[CODE][DEFAULT_LANGUAGE];
  const body = JSON.stringify({ success: false, error, code: CODE });
  const head = [
    `HTTP/1.1 ${FAILURES[CODE]} Service Unavailable`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Retry-After: 30',
    'Cache-Control: no-store',
    'Connection: close',
  ];
  return `${head.join('\r\n')}\r\n\r\n${body}`;
}
