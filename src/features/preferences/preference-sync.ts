import {
  MOBILE_RESYNC_MS,
  MOBILE_RESYNC_STORE_MS,
  POST_SYNC_REDIRECT_MS,
  POST_SYNC_RETRY_MS,
  VOLUME_SYNC_DEBOUNCE_MS,
} from '#src/spec/limits.ts';
import { type Place, postSyncRedirect } from './post-sync-redirect.ts';
import type { PreferenceEffect, PreferenceEvent, PreferenceWait, Returning } from './preference-events.ts';
import {
  DEFAULT_PREFERENCES,
  differences,
  isEmpty,
  mergePreferences,
  type PreferenceChange,
  type Preferences,
} from './preferences.ts';

/**
 * How far server and browser agree. `guest`: nothing leaves this browser. `unsynced`: the server has not been asked, or
 * did not answer. `clearing` and `storing`: a mobile device waits before it asks, and before it stores. `unavailable`:
 * the server keeps none, local preferences are used.
 */
export type SyncPhase = 'guest' | 'unsynced' | 'clearing' | 'loading' | 'storing' | 'synced' | 'unavailable';

export interface PreferenceState {
  readonly phase: SyncPhase;
  readonly isMobile: boolean;
  /** In force: what the screens show. */
  readonly preferences: Preferences;
  /** What a guest has chosen here: a member who has chosen nothing takes it over. */
  readonly guest: PreferenceChange;
  /** Set from signing in until the server has been told. */
  readonly returning: Returning | null;
  /** Chosen here, and the server does not know yet. */
  readonly unsent: PreferenceChange;
  readonly place: Place;
  /** Failures in a row. */
  readonly failures: number;
}

export const INITIAL_PREFERENCE_STATE: PreferenceState = {
  phase: 'guest',
  isMobile: false,
  preferences: DEFAULT_PREFERENCES,
  guest: {},
  returning: null,
  unsent: {},
  place: { language: null, streamId: null, pathname: '/', wantsPlayer: false },
  failures: 0,
};

/** A server that is away is asked again so often; then at the next wish for it. */
const RETRIES = 3;
const WAITS = ['volume', 'redirect', 'retry', 'resync', 'store'] as const satisfies readonly PreferenceWait[];

type Step = readonly [PreferenceState, readonly PreferenceEffect[]];

/** The rules of accounts.md §4, "Preference synchronisation", "Language", "Theme" and "Volume". Pure. */
export function transition(state: PreferenceState, event: PreferenceEvent): Step {
  switch (event.type) {
    case 'started':
      return start(state, event);
    case 'signed-in': {
      const { guest, returning } = event;
      const signedIn = { ...state, phase: 'unsynced', guest, returning, unsent: {}, failures: 0 } as const;
      return event.hasUsername ? beginSync(signedIn) : [signedIn, []];
    }
    case 'signed-out':
      return becomeGuest({ ...state, guest: event.guest }, [{ do: 'remove-copy', copy: 'user' }]);
    case 'sync-wanted':
      return isBusy(state) || state.phase === 'guest' ? [state, []] : beginSync({ ...state, failures: 0 });
    case 'copy-changed': {
      const preferences = mergePreferences(event.copy, state.preferences);
      return [{ ...state, preferences }, themeEffects(state.preferences, preferences)];
    }
    case 'loaded':
      return state.phase === 'loading' ? adopt(state, event.saved) : [state, []];
    case 'load-failed':
      return state.phase === 'loading' ? failLoad(state, event.status) : [state, []];
    case 'push-failed':
      return failPush(state, event.status);
    case 'chosen':
      return choose(state, event.change);
    case 'reset':
      return reset(state);
    case 'moved':
      return [{ ...state, place: event.place }, []];
    case 'elapsed':
      return elapse(state, event.wait);
  }
}

function start(state: PreferenceState, event: Extract<PreferenceEvent, { type: 'started' }>): Step {
  const { isMember, isMobile, guest, shown, place } = event;
  const preferences = isMember ? mergePreferences(event.user, shown) : mergePreferences(shown, guest);
  const started = { ...state, isMobile, guest, place, preferences };
  if (!isMember) return [started, []];
  const returning = Object.values(event.returning).some(Boolean) ? event.returning : null;
  const [syncing, effects] = beginSync({ ...started, phase: 'unsynced', returning });
  return [syncing, [...themeEffects(mergePreferences(shown), preferences), ...effects]];
}

/** A mobile device forces its copies to come from the server: it clears them and waits. */
function beginSync(state: PreferenceState): Step {
  if (!state.isMobile) return [{ ...state, phase: 'loading' }, [{ do: 'load' }]];
  return [
    { ...state, phase: 'clearing' },
    [
      { do: 'remove-copy', copy: 'user' },
      { do: 'remove-copy', copy: 'guest' },
      { do: 'wait', wait: 'resync', ms: MOBILE_RESYNC_MS },
    ],
  ];
}

/** The server has answered with what the member has chosen. */
function adopt(state: PreferenceState, saved: PreferenceChange): Step {
  // Registration tells the server everything but a volume; the first login does.
  const hadNone = state.returning !== null && saved.volume === undefined;
  const returning = state.returning ?? {};
  const before: PreferenceChange = {
    language: returning.language,
    theme: returning.theme,
    favoriteStreamId: returning.streamId,
  };
  const preferences = mergePreferences(
    state.unsent,
    { lastStreamId: returning.streamId },
    saved,
    hadNone ? state.guest : {},
    before,
  );
  const migrated = hadNone && !isEmpty(state.guest);
  const told = state.returning ? preferences : differences(state.unsent, saved);
  const unknown = state.isMobile && !hadNone ? {} : told;
  const guest = migrated ? {} : state.guest;
  const adopted = { ...state, preferences, guest, unsent: {}, returning: null, failures: 0 };
  const effects: PreferenceEffect[] = [
    ...themeEffects(state.preferences, preferences),
    ...(isEmpty(unknown) ? [] : [{ do: 'push', change: unknown } as const]),
    ...(migrated ? [{ do: 'remove-copy', copy: 'guest' } as const] : []),
    ...(state.returning ? [{ do: 'forget-returning' } as const] : []),
  ];
  if (state.isMobile) {
    const wait = { do: 'wait', wait: 'store', ms: MOBILE_RESYNC_STORE_MS } as const;
    return [{ ...adopted, phase: 'storing' }, [...effects, wait]];
  }
  const [stored, storing] = storeSynced(adopted);
  return [stored, [...effects, ...storing]];
}

function storeSynced(state: PreferenceState): Step {
  const { preferences } = state;
  return [
    { ...state, phase: 'synced' },
    [
      { do: 'write-copy', copy: 'user', change: preferences },
      { do: 'remember', language: preferences.language, theme: preferences.theme },
      { do: 'announce-synced', preferences },
      { do: 'wait', wait: 'redirect', ms: POST_SYNC_REDIRECT_MS },
    ],
  ];
}

function failLoad(state: PreferenceState, status: number): Step {
  // A mobile device has cleared its copy: what was in force stands in it again.
  const restored: PreferenceEffect[] = state.isMobile
    ? [{ do: 'write-copy', copy: 'user', change: state.preferences }]
    : [];
  if (status === 401) return becomeGuest(state, [{ do: 'end-session' }]);
  if (status === 404)
    return [
      { ...state, phase: 'unavailable', returning: null },
      [...restored, { do: 'forget-returning' }, { do: 'wait', wait: 'redirect', ms: POST_SYNC_REDIRECT_MS }],
    ];
  const failures = state.failures + 1;
  const isRefused = status === 400;
  const retry = !isRefused && failures <= RETRIES;
  return [
    { ...state, phase: 'unsynced', failures },
    [
      ...restored,
      { do: 'report', problem: isRefused ? 'preferences-refused' : 'sync-failed', status },
      ...(retry ? [{ do: 'wait', wait: 'retry', ms: POST_SYNC_RETRY_MS } as const] : []),
    ],
  ];
}

function failPush(state: PreferenceState, status: number): Step {
  if (state.phase === 'guest') return [state, []];
  if (status === 401) return becomeGuest(state, [{ do: 'end-session' }]);
  if (status === 404) return [{ ...state, phase: 'unavailable', unsent: {} }, []];
  const problem = status === 400 ? 'preferences-refused' : 'sync-failed';
  return [state, [{ do: 'report', problem, status }]];
}

function choose(state: PreferenceState, wanted: PreferenceChange): Step {
  const change = differences(wanted, state.preferences);
  const preferences = mergePreferences(change, state.preferences);
  const chosen = { ...state, preferences };
  const shown = themeEffects(state.preferences, preferences);
  // Nothing of a member is saved from a mobile device: it shows a choice, and a reset, while the page lasts.
  if (isEmpty(change) || (state.isMobile && state.phase !== 'guest')) return [chosen, shown];
  const { language, theme } = change;
  const effects: PreferenceEffect[] = [
    ...shown,
    { do: 'write-copy', copy: state.phase === 'guest' ? 'guest' : 'user', change },
    ...(language || theme
      ? [{ do: 'remember', ...(language && { language }), ...(theme && { theme }) } as const]
      : []),
  ];
  if (state.phase === 'guest') return [{ ...chosen, guest: { ...state.guest, ...change } }, effects];
  if (state.phase === 'unavailable') return [chosen, effects];
  return send({ ...chosen, unsent: { ...state.unsent, ...change } }, change, effects);
}

/** Volume waits for the slider to rest; everything else goes at once, or with the sync that is under way. */
function send(state: PreferenceState, change: PreferenceChange, effects: readonly PreferenceEffect[]): Step {
  const more: PreferenceEffect[] = [];
  if (change.volume !== undefined) more.push({ do: 'wait', wait: 'volume', ms: VOLUME_SYNC_DEBOUNCE_MS });
  const { volume, ...prompt } = state.unsent;
  if (state.phase !== 'synced' || isEmpty(prompt)) return [state, [...effects, ...more]];
  const unsent = volume === undefined ? {} : { volume };
  return [{ ...state, unsent }, [...effects, ...more, { do: 'push', change: prompt }]];
}

function reset(state: PreferenceState): Step {
  const preferences = DEFAULT_PREFERENCES;
  const { language, theme } = preferences;
  const shown = themeEffects(state.preferences, preferences);
  const isGuest = state.phase === 'guest';
  if (state.isMobile && !isGuest) return [{ ...state, preferences }, shown];
  const isLocal = isGuest || state.phase === 'unavailable';
  return [
    // What a server that is being asked answers is older than this.
    {
      ...state,
      phase: isLocal ? state.phase : 'synced',
      preferences,
      guest: {},
      returning: null,
      unsent: {},
    },
    [
      ...shown,
      { do: 'stop-waiting', wait: 'volume' },
      ...(isGuest ? [] : [{ do: 'remove-copy', copy: 'user' } as const]),
      { do: 'remove-copy', copy: 'guest' },
      { do: 'remember', language, theme },
      ...(state.returning ? [{ do: 'forget-returning' } as const] : []),
      ...(isLocal ? [] : [{ do: 'delete' } as const]),
    ],
  ];
}

function elapse(state: PreferenceState, wait: PreferenceWait): Step {
  switch (wait) {
    case 'volume': {
      const { volume, ...rest } = state.unsent;
      if (volume === undefined || state.phase !== 'synced') return [state, []];
      return [{ ...state, unsent: rest }, [{ do: 'push', change: { volume } }]];
    }
    case 'redirect': {
      if (state.phase !== 'synced' && state.phase !== 'unavailable') return [state, []];
      const target = postSyncRedirect(state.preferences, state.place);
      return [state, target ? [{ do: 'go', ...target }] : []];
    }
    case 'retry':
      return state.phase === 'unsynced' ? beginSync(state) : [state, []];
    case 'resync':
      return state.phase === 'clearing' ? [{ ...state, phase: 'loading' }, [{ do: 'load' }]] : [state, []];
    case 'store':
      return state.phase === 'storing' ? storeSynced(state) : [state, []];
  }
}

function becomeGuest(state: PreferenceState, effects: readonly PreferenceEffect[]): Step {
  const preferences = mergePreferences(state.guest, {
    language: state.preferences.language,
    theme: state.preferences.theme,
  });
  return [
    { ...state, phase: 'guest', preferences, returning: null, unsent: {}, failures: 0 },
    [
      ...WAITS.map((wait) => ({ do: 'stop-waiting', wait }) as const),
      ...effects,
      ...themeEffects(state.preferences, preferences),
    ],
  ];
}

function isBusy({ phase }: PreferenceState): boolean {
  return phase === 'clearing' || phase === 'loading' || phase === 'storing';
}

function themeEffects(before: Preferences, after: Preferences): PreferenceEffect[] {
  return before.theme === after.theme ? [] : [{ do: 'show-theme', theme: after.theme }];
}
