import type { Clock } from '#src/platform/clock/clock.ts';
import { WireError } from '../wire-client/wire-error.ts';
import type { PreferenceEffect, PreferenceEvent, PreferenceWait } from './preference-events.ts';
import { INITIAL_PREFERENCE_STATE, type PreferenceState, transition } from './preference-sync.ts';
import type { PreferenceChange } from './preferences.ts';

/** What the browser does itself: storage, document, address, log. */
export type LocalEffect = Exclude<
  PreferenceEffect,
  { do: 'load' | 'push' | 'delete' | 'wait' | 'stop-waiting' }
>;

/** What the engine needs from around it. The calls reject with a WireError. */
export interface PreferenceSurroundings {
  clock: Clock;
  /** What of the whole the member has chosen. */
  load(): Promise<PreferenceChange>;
  push(change: PreferenceChange): Promise<unknown>;
  reset(): Promise<unknown>;
  carryOut(effect: LocalEffect): void;
}

/** Carries out what `transition` decides. Knows no framework, no document and no storage. */
export class PreferenceEngine {
  readonly #around: PreferenceSurroundings;
  readonly #listeners = new Set<() => void>();
  readonly #waits = new Map<PreferenceWait, Disposable>();
  #state = INITIAL_PREFERENCE_STATE;
  /** Counts logins and logouts: what was asked or chosen under one is nothing to the next. */
  #session = 0;
  /** Counts questions to the server: only the latest is listened to. */
  #asked = 0;
  /** Changes reach the server in the order they were made. */
  #sending: Promise<void> = Promise.resolve();

  constructor(around: PreferenceSurroundings) {
    this.#around = around;
  }

  readonly getState = (): PreferenceState => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly dispatch = (event: PreferenceEvent): void => {
    if (event.type === 'signed-in' || event.type === 'signed-out') this.#session++;
    const [state, effects] = transition(this.#state, event);
    const hasChanged = state !== this.#state;
    this.#state = state;
    for (const effect of effects) this.#carryOut(effect);
    if (hasChanged) for (const listener of this.#listeners) listener();
  };

  #carryOut(effect: PreferenceEffect): void {
    if (effect.do === 'load') this.#load();
    else if (effect.do === 'push') this.#send(() => this.#around.push(effect.change));
    else if (effect.do === 'delete') this.#send(() => this.#around.reset());
    else if (effect.do === 'wait') this.#wait(effect.wait, effect.ms);
    else if (effect.do === 'stop-waiting') this.#stopWaiting(effect.wait);
    else this.#around.carryOut(effect);
  }

  #load(): void {
    const asked = ++this.#asked;
    const session = this.#session;
    const answer = (event: PreferenceEvent) => {
      if (asked === this.#asked && session === this.#session) this.dispatch(event);
    };
    this.#around.load().then(
      (saved) => answer({ type: 'loaded', saved }),
      (error: unknown) => answer({ type: 'load-failed', status: statusOf(error) }),
    );
  }

  #send(call: () => Promise<unknown>): void {
    const session = this.#session;
    this.#sending = this.#sending.then(async () => {
      if (session !== this.#session) return;
      try {
        await call();
      } catch (error) {
        if (session === this.#session) this.dispatch({ type: 'push-failed', status: statusOf(error) });
      }
    });
  }

  #wait(wait: PreferenceWait, ms: number): void {
    this.#stopWaiting(wait);
    const elapse = () => {
      this.#waits.delete(wait);
      this.dispatch({ type: 'elapsed', wait });
    };
    this.#waits.set(wait, this.#around.clock.after(ms, elapse));
  }

  #stopWaiting(wait: PreferenceWait): void {
    this.#waits.get(wait)?.[Symbol.dispose]();
    this.#waits.delete(wait);
  }
}

/** 0 for what got no answer. */
function statusOf(error: unknown): number {
  return error instanceof WireError ? error.status : 0;
}
