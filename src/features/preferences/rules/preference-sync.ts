import {
  DEFAULT_PREFERENCES,
  fieldsWithout,
  isEmpty,
  mergePreferences,
} from '#src/features/preferences/preferences.ts';
import { postSyncRedirect } from './post-sync-redirect.ts';
import type { PreferenceWait, SyncEvent } from './preference-events.ts';
import { type PreferenceState, type Step, themeEffects, withKept } from './preference-state.ts';
import { failPush, hearYes, RESEND_MS } from './sent-changes.ts';
import { ask, beginSync, failLoad, hearUnsent, know, storeSynced, takeAnswer } from './sync-steps.ts';
import { NOTHING_UNSENT, type Unsent, withChoice } from './unsent.ts';

/** How preferences are synchronised [A54, A55, A56, A57, A58]. Pure. */
export function syncTransition(state: PreferenceState, event: SyncEvent): Step {
  switch (event.type) {
    case 'sync-wanted':
      return isBusy(state) || state.phase === 'guest' ? [state, []] : beginSync({ ...state, failures: 0 });
    case 'unsent-found':
      return find(state, event.unsent);
    case 'unsent-changed':
      return [hearUnsent(state, event.unsent), []];
    case 'woken':
      return wake(state);
    case 'leaving':
      return leave(state);
    case 'loaded':
      return state.phase === 'loading' ? takeAnswer(state, event) : [state, []];
    case 'load-failed':
      return state.phase === 'loading' ? failLoad(state, event.status) : [state, []];
    case 'pushed':
      return hearYes(state, event.change, event.answer);
    case 'push-failed':
      return failPush(state, event);
    case 'reset':
      return reset(state, event.atMs);
    case 'elapsed':
      return elapse(state, event.wait);
  }
}

/** Choices made on this page meanwhile are newer. */
function find(state: PreferenceState, { change, at, after }: Unsent): Step {
  if (state.phase === 'guest') return [state, []];
  const fresh = state.unsent.change;
  const older = fieldsWithout(change, fresh);
  const unsent = {
    change: { ...older, ...fresh },
    at: { ...at, ...state.unsent.at },
    after: { ...fieldsWithout(after, fresh), ...state.unsent.after },
  };
  const found = know(withKept({ ...state, unsent }, mergePreferences(fresh, older, state.kept)));
  // Else the sync sends them. The tab of a sign-in may do so before this one; a page out of the history is alone.
  if (state.phase !== 'synced' || isEmpty(older)) return [found, []];
  return [{ ...found, trouble: 'unsent' }, [{ do: 'wait', wait: 'resend', ms: RESEND_MS }]];
}

/** The page is seen again, or the network is back. */
function wake(state: PreferenceState): Step {
  if (state.phase === 'unsynced') {
    // Unless the sync of the sign-in is being tried, somebody without a username has gone on by now [A115].
    const isHomeward = state.isHomeward && state.failures > 0;
    return beginSync({ ...state, isHomeward, failures: 0 });
  }
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
      if (isEmpty(state.unsent.change)) return [state, []];
      // Also where another choice has been refused since.
      return state.phase === 'synced' ? beginSync({ ...state, failures: 0 }) : wake(state);
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

/** Back to the defaults, here and on the server. */
function reset(state: PreferenceState, atMs: number): Step {
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
      trouble: null,
      unsent: isLocal ? NOTHING_UNSENT : withChoice(NOTHING_UNSENT, DEFAULT_PREFERENCES, atMs, state.known),
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
