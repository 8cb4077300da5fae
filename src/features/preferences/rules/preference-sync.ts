import {
  MOBILE_RESYNC_MS,
  MOBILE_RESYNC_STORE_MS,
  POST_SYNC_REDIRECT_MS,
  POST_SYNC_RETRY_MS,
} from '#src/contract/limits.ts';
import {
  DEFAULT_PREFERENCES,
  differences,
  fieldsWithout,
  isEmpty,
  mergePreferences,
  PREFERENCE_NAMES,
  type PreferenceChange,
} from '#src/features/preferences/preferences.ts';
import { adopt, newest } from './adopt-preferences.ts';
import { ask, hearUnsent, know, mayBeOlder } from './answer-age.ts';
import { postSyncRedirect } from './post-sync-redirect.ts';
import { becomeGuest } from './preference-choices.ts';
import type { PreferenceEffect, PreferenceWait, SyncEvent } from './preference-events.ts';
import { type PreferenceState, type Step, themeEffects, withKept } from './preference-state.ts';
import { NOTHING_UNSENT, type Unsent } from './unsent.ts';

/** A server that is away is asked again so often; then when the page is seen again or comes online. */
const RETRIES = 3;
/** A change that could not be sent is sent again by itself while the page is open [A55]. */
export const RESEND_MS = 15_000;
/** A page that is seen again after so long asks what other devices have chosen [A55]. */
export const STALE_MS = 60_000;

/** How preferences are synchronised [A54, A55, A56, A57, A58]. Pure. */
export function syncTransition(state: PreferenceState, event: SyncEvent): Step {
  switch (event.type) {
    case 'sync-wanted':
      return isBusy(state) || state.phase === 'guest' ? [state, []] : beginSync({ ...state, failures: 0 });
    case 'unsent-found':
      return [find(state, event.unsent), []];
    case 'unsent-changed':
      return [hearUnsent(state, event.unsent), []];
    case 'woken':
      return wake(state);
    case 'leaving':
      return leave(state);
    case 'loaded':
      return state.phase === 'loading' ? hear(state, event.saved) : [state, []];
    case 'load-failed':
      return state.phase === 'loading' ? failLoad(state, event.status) : [state, []];
    case 'pushed':
      return [hearYes(state, event.change), []];
    case 'push-failed':
      return failPush(state, event.change, event.status);
    case 'reset':
      return reset(state);
    case 'elapsed':
      return elapse(state, event.wait);
  }
}

/** Choices made on this page meanwhile are newer. */
function find(state: PreferenceState, { change, base }: Unsent): PreferenceState {
  if (state.phase === 'guest') return state;
  const fresh = state.unsent.change;
  const older = fieldsWithout(change, fresh);
  const unsent = { change: { ...older, ...fresh }, base: fieldsWithout(base, fresh) };
  return know(withKept({ ...state, unsent }, mergePreferences(fresh, older, state.kept)));
}

/** A mobile device forces its copies to come from the server: it clears them and waits. */
function beginSync(state: PreferenceState): Step {
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
function hear(state: PreferenceState, saved: PreferenceChange): Step {
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

function storeSynced(state: PreferenceState): Step {
  const { kept, preferences } = state;
  return [
    { ...state, phase: 'synced', isStale: false },
    [
      { do: 'write-copy', copy: 'user', change: kept },
      { do: 'remember', language: kept.language, theme: kept.theme },
      { do: 'announce-synced', preferences },
      { do: 'wait', wait: 'stale', ms: STALE_MS },
      ...leadHome(state),
    ],
  ];
}

function leadHome({ isHomeward }: PreferenceState): PreferenceEffect[] {
  return isHomeward ? [{ do: 'wait', wait: 'redirect', ms: POST_SYNC_REDIRECT_MS }] : [];
}

function failLoad(state: PreferenceState, status: number): Step {
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

/** The server has taken a change; newer choices are still unsent. */
function hearYes(state: PreferenceState, change: PreferenceChange): PreferenceState {
  const server = state.server && { ...state.server, ...change };
  const unsent = { ...state.unsent, change: differences(state.unsent.change, change) };
  const isDone = isEmpty(unsent.change) && state.trouble === 'unsent';
  return { ...state, server, unsent, trouble: isDone ? null : state.trouble };
}

function failPush(state: PreferenceState, change: PreferenceChange, status: number): Step {
  if (state.phase === 'guest') return [state, []];
  if (status === 401) return becomeGuest(state, [{ do: 'end-session' }]);
  if (status === 404) return [{ ...state, phase: 'unavailable', unsent: NOTHING_UNSENT }, []];
  const report = (problem: 'preferences-refused' | 'sync-failed') =>
    ({ do: 'report', problem, status }) as const;
  if (isRefusal(status)) {
    const unsent = { ...state.unsent, change: differences(state.unsent.change, change) };
    return [
      { ...state, unsent, trouble: 'refused' },
      [report(status === 400 ? 'preferences-refused' : 'sync-failed')],
    ];
  }
  return [
    { ...state, unsent: withBase(state, change), trouble: 'unsent' },
    [report('sync-failed'), { do: 'wait', wait: 'resend', ms: RESEND_MS }],
  ];
}

/** Remembers the server's values: if they differ later, another device has chosen meanwhile. */
function withBase({ unsent, server }: PreferenceState, change: PreferenceChange): PreferenceState['unsent'] {
  if (server === null) return unsent;
  const names = PREFERENCE_NAMES.filter((name) => change[name] !== undefined);
  const base = Object.fromEntries(names.map((name) => [name, server[name] ?? null]));
  return { ...unsent, base: { ...base, ...unsent.base } };
}

/** Whether the server understood and refused: sending again would not help. */
function isRefusal(status: number): boolean {
  return status >= 400 && status < 500 && status !== 408 && status !== 429;
}

function reset(state: PreferenceState): Step {
  const { language, theme, volume } = DEFAULT_PREFERENCES;
  const isGuest = state.phase === 'guest';
  if (state.isMobile && !isGuest) {
    const visiting = withKept({ ...state, visit: { language, theme, volume } }, state.kept);
    return [
      visiting,
      [
        ...themeEffects(state.preferences, visiting.preferences),
        { do: 'write-copy', copy: 'visit', change: visiting.visit },
      ],
    ];
  }
  const isLocal = isGuest || state.phase === 'unavailable';
  return [
    {
      ...state,
      // The answer of a call under way is older than this reset.
      phase: isLocal ? state.phase : 'synced',
      preferences: DEFAULT_PREFERENCES,
      kept: DEFAULT_PREFERENCES,
      guest: {},
      returning: null,
      isMoving: false,
      unsent: isLocal ? NOTHING_UNSENT : { change: DEFAULT_PREFERENCES, base: {} },
    },
    [
      ...themeEffects(state.preferences, DEFAULT_PREFERENCES),
      { do: 'stop-waiting', wait: 'volume' },
      // Other tabs take over what is written, not what is missing [A60].
      ...(isGuest ? [] : [{ do: 'write-copy', copy: 'user', change: DEFAULT_PREFERENCES } as const]),
      { do: 'remove-copy', copy: 'guest' },
      { do: 'remember', language, theme },
      ...(state.returning ? [{ do: 'forget-returning' } as const] : []),
      ...(isLocal ? [] : [{ do: 'delete' } as const]),
    ],
  ];
}

/** The page is seen again, or the network is back. */
function wake(state: PreferenceState): Step {
  if (state.phase === 'unsynced') return beginSync({ ...state, failures: 0 });
  const isWanted = state.isStale || state.trouble === 'unsent';
  return state.phase === 'synced' && isWanted ? beginSync({ ...state, failures: 0 }) : [state, []];
}

/** Sends what waits while the page still can; a call under way goes on by itself. */
function leave(state: PreferenceState): Step {
  const { change } = state.unsent;
  const waiting = state.trouble === 'unsent' ? change : state.isMoving ? { volume: change.volume } : {};
  if (state.phase !== 'synced' || isEmpty(waiting)) return [state, []];
  return [
    { ...state, isMoving: false },
    [
      { do: 'stop-waiting', wait: 'volume' },
      { do: 'push', change: waiting, isLast: true },
    ],
  ];
}

function elapse(state: PreferenceState, wait: PreferenceWait): Step {
  switch (wait) {
    case 'volume': {
      const { volume } = state.unsent.change;
      const rested = { ...state, isMoving: false };
      const isDue = state.isMoving && volume !== undefined && state.phase === 'synced';
      return [rested, isDue ? [{ do: 'push', change: { volume } }] : []];
    }
    case 'redirect': {
      if (state.phase !== 'synced' && state.phase !== 'unavailable') return [state, []];
      const target = postSyncRedirect(state.preferences, state.whereabouts);
      return [{ ...state, isHomeward: false }, target ? [{ do: 'go', ...target }] : []];
    }
    case 'retry':
      return state.phase === 'unsynced' ? beginSync(state) : [state, []];
    case 'resend':
      return isEmpty(state.unsent.change) ? [state, []] : wake(state);
    case 'resync':
      return state.phase === 'clearing' ? [ask(state), [{ do: 'load' }]] : [state, []];
    case 'store':
      return state.phase === 'storing' ? storeSynced(state) : [state, []];
    case 'stale':
      return [{ ...state, isStale: true }, []];
  }
}

function isBusy({ phase }: PreferenceState): boolean {
  return phase === 'clearing' || phase === 'loading' || phase === 'storing';
}
