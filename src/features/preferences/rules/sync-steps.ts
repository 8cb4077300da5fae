import {
  MOBILE_RESYNC_MS,
  MOBILE_RESYNC_STORE_MS,
  POST_SYNC_REDIRECT_MS,
  POST_SYNC_RETRY_MS,
} from '#src/contract/limits.ts';
import { isEmpty, type PreferenceChange } from '#src/features/preferences/preferences.ts';
import { adopt, newest } from './adopt-preferences.ts';
import { ask, mayBeOlder } from './answer-age.ts';
import { becomeGuest } from './preference-choices.ts';
import type { PreferenceEffect } from './preference-events.ts';
import type { PreferenceState, Step } from './preference-state.ts';
import { RESEND_MS } from './sent-changes.ts';
import { NOTHING_UNSENT } from './unsent.ts';

/** A server that is away is asked again so often; then when the page is seen again or comes online. */
const RETRIES = 3;
/** A page that is seen again after so long asks what other devices have chosen [A55, A88]. */
export const PREFERENCES_STALE_MS = 60_000;

/** A mobile device forces its copies to come from the server: it clears them and waits. */
export function beginSync(state: PreferenceState): Step {
  if (!state.isMobile) return [ask(state), [{ do: 'load' }]];
  return [
    { ...state, phase: 'clearing' },
    [
      { do: 'remove-copy', copy: 'user' },
      { do: 'remove-copy', copy: 'guest' },
      { do: 'wait', wait: 'resync', ms: MOBILE_RESYNC_MS },
    ],
  ];
}

/** An answer that may be older than a choice is fetched anew; each new one has less to be older than. */
export function takeAnswer(state: PreferenceState, saved: PreferenceChange): Step {
  const mine = newest(state.unsent, saved);
  if (mayBeOlder(state, saved, mine)) return [ask(state), [{ do: 'load' }]];
  return settle(adopt(state, saved, mine));
}

function settle([state, effects]: Step): Step {
  if (state.isMobile) {
    const wait = { do: 'wait', wait: 'store', ms: MOBILE_RESYNC_STORE_MS } as const;
    return [{ ...state, phase: 'storing' }, [...effects, wait]];
  }
  const [stored, storing] = storeSynced(state);
  return [stored, [...effects, ...storing]];
}

/** What the server has said is kept here, and the page may lead home. */
export function storeSynced(state: PreferenceState): Step {
  const { kept, preferences } = state;
  return [
    { ...state, phase: 'synced', isStale: false },
    [
      { do: 'write-copy', copy: 'user', change: kept },
      { do: 'remember', language: kept.language, theme: kept.theme },
      { do: 'announce-synced', preferences },
      { do: 'wait', wait: 'stale', ms: PREFERENCES_STALE_MS },
      ...leadHome(state),
    ],
  ];
}

function leadHome({ isHomeward }: PreferenceState): PreferenceEffect[] {
  return isHomeward ? [{ do: 'wait', wait: 'redirect', ms: POST_SYNC_REDIRECT_MS }] : [];
}

/** The server did not answer, or refused: what is in force stays so. */
export function failLoad(state: PreferenceState, status: number): Step {
  if (status === 401) return becomeGuest(state, [{ do: 'end-session' }]);
  // A mobile device has cleared its copy: the preferences in force are stored again.
  const restored: PreferenceEffect[] = state.isMobile
    ? [{ do: 'write-copy', copy: 'user', change: state.kept }]
    : [];
  if (status === 404) {
    const alone = { ...state, phase: 'unavailable', returning: null, unsent: NOTHING_UNSENT } as const;
    return [alone, [...restored, { do: 'forget-returning' }, ...leadHome(state)]];
  }
  const failures = state.failures + 1;
  const problem = status === 400 ? 'preferences-refused' : 'sync-failed';
  const retry: PreferenceEffect[] =
    status === 400
      ? []
      : failures <= RETRIES
        ? [{ do: 'wait', wait: 'retry', ms: POST_SYNC_RETRY_MS }]
        : isEmpty(state.unsent.change)
          ? []
          : [{ do: 'wait', wait: 'resend', ms: RESEND_MS }];
  return [
    { ...state, phase: 'unsynced', failures, trouble: isEmpty(state.unsent.change) ? null : 'unsent' },
    [...restored, { do: 'report', problem, status }, ...retry],
  ];
}
