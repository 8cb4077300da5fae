import {
  MOBILE_RESYNC_MS,
  MOBILE_RESYNC_STORE_MS,
  POST_SYNC_REDIRECT_MS,
  POST_SYNC_RETRY_MS,
  PREFERENCES_STALE_MS,
} from '#src/contract/limits.ts';
import {
  differences,
  fieldsWithout,
  isEmpty,
  mergePreferences,
  only,
  type PreferenceChange,
} from '#src/features/preferences/preferences.ts';
import { becomeGuest } from './preference-choices.ts';
import type { Answer, PreferenceEffect } from './preference-events.ts';
import { type PreferenceState, type Step, themeEffects, withKept } from './preference-state.ts';
import { RESEND_MS } from './sent-changes.ts';
import { NOTHING_UNSENT, type Unsent } from './unsent.ts';

/** Further tries while the server is away; then it is asked when the page is seen again or comes online. */
const RETRIES = 3;

/** Asks the server. A mobile device first clears its copies and waits, so that they come from the server. */
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

/** Takes the server's answer, or asks again while it may be older than a choice made meanwhile. */
export function takeAnswer(state: PreferenceState, answer: Answer): Step {
  if (mayBeOlder(state, answer.saved)) return [ask(state), [{ do: 'load' }]];
  return settle(adopt(state, answer));
}

function settle([state, effects]: Step): Step {
  if (state.isMobile) {
    const wait = { do: 'wait', wait: 'store', ms: MOBILE_RESYNC_STORE_MS } as const;
    return [{ ...state, phase: 'storing' }, [...effects, wait]];
  }
  const [stored, storing] = storeSynced(state);
  return [stored, [...effects, ...storing]];
}

/** Keeps the server's answer in this browser; the page may lead home. */
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

/** The server did not answer, or refused: the preferences in force stay. */
export function failLoad(state: PreferenceState, status: number): Step {
  if (status === 401) return becomeGuest(state, [{ do: 'end-session' }]);
  // A mobile device has cleared its copy: the preferences in force are stored again.
  const restored: PreferenceEffect[] = state.isMobile
    ? [{ do: 'write-copy', copy: 'user', change: state.kept }]
    : [];
  if (status === 404) {
    const [local, effects] = state.returning === null ? [state, restored] : takeOver(state);
    const alone = { ...local, phase: 'unavailable', returning: null, unsent: NOTHING_UNSENT } as const;
    return [alone, [...effects, { do: 'forget-returning' }, ...leadHome(state)]];
  }
  const failures = state.failures + 1;
  const problem = status === 400 ? 'preferences-refused' : 'sync-failed';
  const isTriedOn = status !== 400 && failures <= RETRIES;
  const hasUnsent = !isEmpty(state.unsent.change);
  const retry: PreferenceEffect[] = isTriedOn
    ? [{ do: 'wait', wait: 'retry', ms: POST_SYNC_RETRY_MS }]
    : status !== 400 && hasUnsent
      ? [{ do: 'wait', wait: 'resend', ms: RESEND_MS }]
      : [];
  return [
    {
      ...state,
      phase: 'unsynced',
      failures,
      trouble: hasUnsent ? 'unsent' : refusal(state),
      // Whoever is here goes on meanwhile: a later answer leads nowhere [A115].
      isHomeward: state.isHomeward && isTriedOn,
    },
    [...restored, { do: 'report', problem, status }, ...retry],
  ];
}

/**
 * Merges the server's answer: returns the preferences in force from here on, and what to send to the server. What is
 * unsent stays in force until the server says which is the newer one [A133].
 */
function adopt(state: PreferenceState, { saved, chosenAt }: Answer): Step {
  const mine = state.unsent.change;
  // Registration sends everything but the volume, and no time of a choice; the first login sends it.
  const hasChosen = saved.volume !== undefined || Object.keys(chosenAt).length > 0;
  const hadNone = state.returning !== null && !hasChosen;
  const returning = state.returning ?? {};
  const before: PreferenceChange = {
    language: returning.language,
    theme: returning.theme,
    favoriteStreamId: returning.streamId,
  };
  // Where the browser keeps nothing, what the guest saw is all that is known of before the sign-in [A116].
  const { language, theme } = state.preferences;
  const shown = state.returning === null ? {} : { language, theme };
  const kept = mergePreferences(
    mine,
    { lastStreamId: returning.streamId },
    saved,
    hadNone ? state.guest : {},
    before,
    shown,
  );
  const leavesGuest = state.returning !== null && !isEmpty(state.guest);
  const tellsAll = state.returning !== null && (!state.isMobile || hadNone);
  const change = tellsAll ? kept : mine;
  const adopted = withKept(
    {
      ...state,
      guest: leavesGuest ? {} : state.guest,
      // What goes along without having been chosen is in the place of what the answer says, and of nothing newer.
      unsent: {
        change,
        at: only(state.unsent.at, mine),
        after: { ...fieldsWithout(chosenAt, mine), ...only(state.unsent.after, mine) },
      },
      isMoving: false,
      known: chosenAt,
      returning: null,
      trouble: refusal(state),
      failures: 0,
    },
    kept,
  );
  const effects: PreferenceEffect[] = [
    ...themeEffects(state.preferences, adopted.preferences),
    ...(isEmpty(change) ? [] : [{ do: 'push', change } as const]),
    ...(leavesGuest ? [{ do: 'remove-copy', copy: 'guest' } as const] : []),
    ...(state.returning ? [{ do: 'forget-returning' } as const] : []),
  ];
  return [adopted, effects];
}

/** A choice that was refused, or overtaken, has been saved by no answer: that holds until the next choice. */
function refusal({ trouble }: PreferenceState): 'refused' | 'overtaken' | null {
  return trouble === 'unsent' ? null : trouble;
}

/** What was chosen before the sign-in becomes the member's in this browser alone. */
function takeOver(state: PreferenceState): Step {
  const [local, effects] = adopt({ ...state, unsent: NOTHING_UNSENT }, { saved: {}, chosenAt: {} });
  const kept = effects.filter((effect) => effect.do !== 'push' && effect.do !== 'forget-returning');
  return [local, [...kept, { do: 'write-copy', copy: 'user', change: local.kept }]];
}

/** Asks the server for the member's choices. */
export function ask(state: PreferenceState): PreferenceState {
  return know({ ...state, phase: 'loading' });
}

/** Notes what is known here before the answer comes. */
export function know(state: PreferenceState): PreferenceState {
  return { ...state, question: { kept: state.kept, unsent: state.unsent.change, heard: {} } };
}

/** Another tab could not send its choices yet, or has sent them. */
export function hearUnsent(state: PreferenceState, unsent: Unsent): PreferenceState {
  const { question } = state;
  if (!question) return { ...state, unsent };
  const heard = { ...question.heard, ...differences(unsent.change, state.unsent.change) };
  return { ...state, unsent, question: { ...question, heard } };
}

/**
 * Says whether an answer lacks a choice that reached the server, or this tab, while it was under way: then it
 * may be older than the choice, and only the server can tell [A55].
 */
function mayBeOlder(state: PreferenceState, saved: PreferenceChange): boolean {
  const { question, kept, unsent } = state;
  if (!question) return false;
  const sent = fieldsWithout(question.unsent, unsent.change);
  const meanwhile = { ...sent, ...question.heard, ...differences(kept, question.kept) };
  return !isEmpty(differences(fieldsWithout(meanwhile, unsent.change), saved));
}
