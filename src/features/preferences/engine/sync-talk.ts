import {
  DEFAULT_PREFERENCES,
  PREFERENCE_NAMES,
  type PreferenceChange,
} from '#src/features/preferences/preferences.ts';
import type { ChoiceTime } from '#src/features/preferences/preferences.wire.ts';
import type {
  Answer,
  PreferenceEvent,
  PreferenceWait,
  PushAnswer,
  SyncEffect,
} from '#src/features/preferences/rules/preference-events.ts';
import type { PreferenceState } from '#src/features/preferences/rules/preference-state.ts';
import { syncTransition } from '#src/features/preferences/rules/preference-sync.ts';
import type { Unsent } from '#src/features/preferences/rules/unsent.ts';
import { CallError } from '#src/page/wire/call-error.ts';
import type { Clock } from '#src/platform/clock/clock.ts';
import type { PreferenceSync } from './preference-engine.ts';

/** Effects in the browser itself: address, session, log, other scripts. */
export type MemberEffect = Exclude<
  SyncEffect,
  { do: 'sync' | 'wake' | 'load' | 'push' | 'delete' | 'wait' | 'stop-waiting' }
>;

/** The surroundings of the talk with the server. The calls reject with a CallError. */
export interface SyncSurroundings {
  clock: Clock;
  getState(): PreferenceState;
  dispatch(event: PreferenceEvent): void;
  load(): Promise<Answer>;
  /** Reaches the server even when the page is closed meanwhile. */
  push(change: PreferenceChange, chosen: SentTimes): Promise<PushAnswer>;
  reset(): Promise<PushAnswer>;
  carryOut(effect: MemberEffect): void;
}

/** Makes the calls that the rules of the sync decide on. */
export class SyncTalk implements PreferenceSync {
  readonly transition = syncTransition;
  readonly #around: SyncSurroundings;
  readonly #waits = new Map<PreferenceWait, Disposable>();
  /** Counts questions to the server: only the latest is listened to. */
  #asked = 0;
  /** Changes reach the server in the order they were made. */
  #sending: Promise<void> = Promise.resolve();

  constructor(around: SyncSurroundings) {
    this.#around = around;
  }

  carryOut(effect: SyncEffect): void {
    if (effect.do === 'sync') this.#around.dispatch({ type: 'sync-wanted' });
    else if (effect.do === 'wake') this.#around.dispatch({ type: 'woken' });
    else if (effect.do === 'load') this.#load();
    else if (effect.do === 'push') this.#push(effect.change, effect.isLast ?? false);
    else if (effect.do === 'delete') this.#send(DEFAULT_PREFERENCES, () => this.#around.reset());
    else if (effect.do === 'wait') this.#wait(effect.wait, effect.ms);
    else if (effect.do === 'stop-waiting') this.#stopWaiting(effect.wait);
    else this.#around.carryOut(effect);
  }

  #load(): void {
    const asked = ++this.#asked;
    const answer = this.#answerer();
    this.#around.load().then(
      (said) => asked === this.#asked && answer({ type: 'loaded', ...said }),
      (error: unknown) => asked === this.#asked && answer({ type: 'load-failed', status: statusOf(error) }),
    );
  }

  /** Sends in order; the last call waits for no other, since the page may be gone soon. */
  #push(change: PreferenceChange, isLast: boolean): void {
    const { clock, getState } = this.#around;
    const { unsent } = getState();
    const call = () => {
      // What became of the calls before it may date it anew.
      const { at, after } = getState().unsent;
      const times = { at: { ...unsent.at, ...at }, after: { ...unsent.after, ...after } };
      return this.#around.push(change, sentTimes(change, times, clock.nowMs()));
    };
    if (isLast) this.#tell(change, call);
    else this.#send(change, call);
  }

  #send(change: PreferenceChange, call: () => Promise<PushAnswer>): void {
    const { session } = this.#around.getState();
    this.#sending = this.#sending.then(async () => {
      if (session === this.#around.getState().session) await this.#tell(change, call);
    });
  }

  async #tell(change: PreferenceChange, call: () => Promise<PushAnswer>): Promise<void> {
    const answer = this.#answerer();
    try {
      const said = await call();
      answer({ type: 'pushed', change, answer: said });
    } catch (error) {
      const atMs = this.#around.clock.nowMs();
      answer({ type: 'push-failed', change, status: statusOf(error), atMs });
    }
  }

  /** Answers to the calls of one member are dropped once another has signed in. */
  #answerer(): (event: PreferenceEvent) => void {
    const { session } = this.#around.getState();
    return (event) => {
      if (session === this.#around.getState().session) this.#around.dispatch(event);
    };
  }

  #wait(wait: PreferenceWait, ms: number): void {
    this.#waits.get(wait)?.[Symbol.dispose]();
    const elapse = () => {
      this.#waits.delete(wait);
      this.#around.dispatch({ type: 'elapsed', wait });
    };
    this.#waits.set(wait, this.#around.clock.after(ms, elapse));
  }

  /** @param wait undefined for all */
  #stopWaiting(wait: PreferenceWait | undefined): void {
    for (const [known, timer] of this.#waits) {
      if (wait !== undefined && wait !== known) continue;
      timer[Symbol.dispose]();
      this.#waits.delete(known);
    }
  }
}

/** When choices were made, as the call that sends them says it; what was chosen just now needs no word [A133]. */
export type SentTimes = Readonly<Record<string, ChoiceTime>>;

/** A choice this young is as old as its call. */
const JUST_NOW_MS = 1_000;

/** Says how long ago choices were made: the browser's date may be wrong. */
function sentTimes(
  change: PreferenceChange,
  { at, after }: Pick<Unsent, 'at' | 'after'>,
  nowMs: number,
): SentTimes {
  return Object.fromEntries(
    PREFERENCE_NAMES.flatMap((name) => {
      const agoMs = Math.round(nowMs - (at[name] ?? 0));
      if (change[name] === undefined || agoMs < JUST_NOW_MS) return [];
      const known = after[name];
      return [[name, { ms_ago: agoMs, ...(known !== undefined && { after: known }) }]];
    }),
  );
}

/** Returns the HTTP status of a failed call; 0 without an answer. */
function statusOf(error: unknown): number {
  return error instanceof CallError ? error.status : 0;
}
