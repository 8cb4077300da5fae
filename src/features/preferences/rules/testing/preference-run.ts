import type { PreferenceChange } from '#src/features/preferences/preferences.ts';
import { transition } from '../preference-choices.ts';
import {
  isSyncEvent,
  type PreferenceEffect,
  type PreferenceEvent,
  type PreferenceWait,
  type PushAnswer,
} from '../preference-events.ts';
import { INITIAL_PREFERENCE_STATE, type PreferenceState } from '../preference-state.ts';
import { syncTransition } from '../preference-sync.ts';
import type { ChoiceTimes } from '../unsent.ts';

type Started = Extract<PreferenceEvent, { type: 'started' }>;

export const HOME = {
  language: 'fr',
  streamId: 'dance',
  pathname: '/fr/dance/',
  wantsPlayer: false,
} as const;
export const STARTED: Started = {
  type: 'started',
  isMember: true,
  isMobile: false,
  isHomeward: false,
  user: {},
  guest: {},
  visit: {},
  returning: {},
  shown: { language: 'fr', theme: 'light' },
};
export const SAVED: PreferenceChange = {
  volume: 0.2,
  language: 'de',
  theme: 'dark',
  lastStreamId: 'hits',
  favoriteStreamId: 'club',
};

/** A machine and what it wanted done, in order. */
class Run {
  state: PreferenceState = INITIAL_PREFERENCE_STATE;
  effects: PreferenceEffect[] = [];

  /** Forgets what was wanted before. */
  after(...events: readonly PreferenceEvent[]): this {
    for (const event of events) {
      this.effects = [];
      this.#take(event);
    }
    return this;
  }

  all(...events: readonly PreferenceEvent[]): this {
    this.effects = [];
    for (const event of events) this.#take(event);
    return this;
  }

  of<Do extends PreferenceEffect['do']>(kind: Do): Extract<PreferenceEffect, { do: Do }>[] {
    return this.effects.filter(
      (effect): effect is Extract<PreferenceEffect, { do: Do }> => effect.do === kind,
    );
  }

  #take(event: PreferenceEvent): void {
    const [state, effects] = isSyncEvent(event)
      ? syncTransition(this.state, event)
      : transition(this.state, event);
    this.state = state;
    for (const effect of effects) {
      if (effect.do === 'sync') this.#take({ type: 'sync-wanted' });
      else if (effect.do === 'wake') this.#take({ type: 'woken' });
      else this.effects.push(effect);
    }
  }
}

export const start = (more: Partial<Started> = {}): Run =>
  new Run().after({ type: 'moved', whereabouts: HOME }, { ...STARTED, ...more });
export const guest = (copy: PreferenceChange = {}): Run => start({ isMember: false, guest: copy });
export const loaded = (saved: PreferenceChange, chosenAt: ChoiceTimes = {}): PreferenceEvent => ({
  type: 'loaded',
  saved,
  chosenAt,
});
export const pushed = (change: PreferenceChange, answer: Partial<PushAnswer> = {}): PreferenceEvent => ({
  type: 'pushed',
  change,
  answer: { chosenAt: {}, newer: {}, ...answer },
});
export const failed = (change: PreferenceChange, status = 0, atMs = 0): PreferenceEvent => ({
  type: 'push-failed',
  change,
  status,
  atMs,
});
export const elapsed = (wait: PreferenceWait): PreferenceEvent => ({
  type: 'elapsed',
  wait,
});
export const chosen = (
  change: PreferenceChange,
  more: { readonly isShown?: boolean; readonly atMs?: number } = {},
): PreferenceEvent => ({ type: 'chosen', change, atMs: 0, ...more });
export const RESET: PreferenceEvent = { type: 'reset', atMs: 0 };
export const signedIn = (
  more: Partial<Extract<PreferenceEvent, { type: 'signed-in' }>> = {},
): PreferenceEvent => ({
  type: 'signed-in',
  isHere: true,
  isHomeward: true,
  wantsSync: true,
  user: {},
  guest: {},
  visit: {},
  returning: {},
  ...more,
});
export const synced = (saved: PreferenceChange = SAVED): Run => start().after(loaded(saved));
/** Who has come by the root address. */
export const homeward = (saved: PreferenceChange = SAVED): Run =>
  start({ isHomeward: true }).after(loaded(saved));
