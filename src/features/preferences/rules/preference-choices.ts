import { PREFERENCES_STALE_MS, VOLUME_SYNC_DEBOUNCE_MS } from '#src/contract/limits.ts';
import {
  differences,
  isEmpty,
  mergePreferences,
  type PreferenceChange,
} from '#src/features/preferences/preferences.ts';
import type { ChoiceEvent, PreferenceEffect } from './preference-events.ts';
import {
  INITIAL_PREFERENCE_STATE,
  type PreferenceState,
  type Step,
  themeEffects,
  withKept,
} from './preference-state.ts';
import { withChoice } from './unsent.ts';

/**
 * The rules of language, theme and volume [A4, A5, A52, A53]: who is here, and what they choose. Pure. Those
 * of the sync are fetched once there is a member.
 */
export function transition(state: PreferenceState, event: ChoiceEvent): Step {
  switch (event.type) {
    case 'started':
      return start(state, event);
    case 'signed-in':
      return signIn(state, event);
    case 'signed-out':
      return becomeGuest({ ...state, guest: event.guest });
    case 'copy-changed':
      return takeOver(state, event.copy);
    case 'chosen':
      return choose(
        state,
        event.isShown ? event.change : differences(event.change, state.preferences),
        event.atMs,
      );
    case 'moved':
      return [{ ...state, whereabouts: event.whereabouts }, []];
  }
}

function start(state: PreferenceState, event: Extract<ChoiceEvent, { type: 'started' }>): Step {
  const { isMember, isMobile, isHomeward, guest, shown, visit } = event;
  const started = { ...state, isMobile, guest };
  if (!isMember) return [{ ...started, preferences: mergePreferences(shown, guest) }, []];
  const returning = Object.values(event.returning).some(Boolean) ? event.returning : null;
  const member = { ...started, phase: 'unsynced', isHomeward, returning, visit } as const;
  const next = withKept(member, mergePreferences(event.user, shown));
  return [next, [...themeEffects(mergePreferences(shown), next.preferences), { do: 'sync' }]];
}

function signIn(state: PreferenceState, event: Extract<ChoiceEvent, { type: 'signed-in' }>): Step {
  const { guest, returning, user, visit } = event;
  const signedIn = {
    ...state,
    session: state.session + 1,
    phase: 'unsynced',
    guest,
    visit,
    kept: state.preferences,
    returning,
    known: {},
    failures: 0,
    isHomeward: event.isHomeward,
  } as const;
  const { wantsSync } = event;
  if (event.isHere) return [signedIn, wantsSync ? [{ do: 'sync' }] : []];
  // The tab of the sign-in asks the server, and stores what this one takes over. It may be closed by the time that
  // another device chooses [A88].
  const follower = { ...signedIn, phase: 'synced', returning: null, isHomeward: false } as const;
  const [taken, effects] = takeOver(follower, user);
  return [taken, wantsSync ? [...effects, { do: 'wait', wait: 'stale', ms: PREFERENCES_STALE_MS }] : effects];
}

/** Another tab has stored a choice. */
function takeOver(state: PreferenceState, copy: PreferenceChange): Step {
  // A guest's copy that is gone has been reset.
  const next =
    state.phase === 'guest'
      ? {
          ...state,
          preferences: mergePreferences(copy, isEmpty(copy) ? {} : state.preferences),
        }
      : withKept(state, mergePreferences(copy, state.kept));
  return [next, themeEffects(state.preferences, next.preferences)];
}

function choose(state: PreferenceState, change: PreferenceChange, atMs: number): Step {
  if (isEmpty(change)) return [state, []];
  const preferences = mergePreferences(change, state.preferences);
  const shown = themeEffects(state.preferences, preferences);
  const chosen = { ...state, preferences };
  if (state.phase === 'guest') {
    return [{ ...chosen, guest: { ...state.guest, ...change } }, [...shown, ...keep('guest', change)]];
  }
  if (!state.isMobile) return tell(chosen, change, atMs, shown);
  // A favourite is no setting of a device: it is sent from every one.
  const { favoriteStreamId, ...passing } = change;
  const visiting = { ...chosen, visit: { ...state.visit, ...passing } };
  const effects = isEmpty(passing)
    ? shown
    : [...shown, { do: 'write-copy', copy: 'visit', change: passing } as const];
  return favoriteStreamId ? tell(visiting, { favoriteStreamId }, atMs, effects) : [visiting, effects];
}

/**
 * Keeps a change in the browser and sends it. The volume waits for the slider to rest, the rest goes at once
 * or with the sync under way.
 */
function tell(
  state: PreferenceState,
  change: PreferenceChange,
  atMs: number,
  shown: readonly PreferenceEffect[],
): Step {
  const kept = { ...state, kept: mergePreferences(change, state.kept) };
  const effects = [...shown, ...keep('user', change)];
  if (state.phase === 'unavailable') return [kept, effects];
  const { volume, ...prompt } = change;
  if (volume !== undefined) effects.push({ do: 'wait', wait: 'volume', ms: VOLUME_SYNC_DEBOUNCE_MS });
  const hasAnswer = state.phase === 'synced' || state.phase === 'storing';
  if (hasAnswer && !isEmpty(prompt)) effects.push({ do: 'push', change: prompt });
  if (state.phase === 'unsynced') effects.push({ do: 'wake' });
  const unsent = withChoice(state.unsent, change, atMs, state.known);
  const isMoving = state.isMoving || volume !== undefined;
  const trouble = state.trouble === 'unsent' ? state.trouble : null;
  return [{ ...kept, unsent, isMoving, trouble }, effects];
}

function keep(copy: 'guest' | 'user', change: PreferenceChange): PreferenceEffect[] {
  const { language, theme } = change;
  return [
    { do: 'write-copy', copy, change },
    ...(language || theme
      ? [{ do: 'remember', ...(language && { language }), ...(theme && { theme }) } as const]
      : []),
  ];
}

/** The member has signed out: the state becomes a guest's. */
export function becomeGuest(state: PreferenceState, effects: readonly PreferenceEffect[] = []): Step {
  // What plays on must not grow loud.
  const { language, theme, volume } = state.preferences;
  const preferences = mergePreferences(state.guest, { language, theme, volume });
  const { isMobile, kept, whereabouts } = state;
  const session = state.session + 1;
  const guest = {
    ...INITIAL_PREFERENCE_STATE,
    session,
    isMobile,
    preferences,
    kept,
    guest: state.guest,
    whereabouts,
  };
  return [guest, [{ do: 'stop-waiting' }, ...effects, ...themeEffects(state.preferences, preferences)]];
}
