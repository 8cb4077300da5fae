import {
  differences,
  fieldsWithout,
  isEmpty,
  mergePreferences,
  only,
  type PreferenceChange,
} from '#src/features/preferences/preferences.ts';
import { becomeGuest } from './preference-choices.ts';
import type { PushAnswer, SyncEvent } from './preference-events.ts';
import { type PreferenceState, type Step, themeEffects, withKept } from './preference-state.ts';
import { NOTHING_UNSENT, type Unsent, withChoice } from './unsent.ts';

/** Pause before a change that could not be sent is sent again, while the page is open [A55]. */
export const RESEND_MS = 15_000;

/** The server has taken a change, but for what was older than its own; newer choices are still unsent. */
export function hearYes(
  state: PreferenceState,
  change: PreferenceChange,
  { chosenAt, newer }: PushAnswer,
): Step {
  const unsent = differences(state.unsent.change, change);
  const lost = fieldsWithout(newer, unsent);
  const isDone = isEmpty(unsent) && state.trouble === 'unsent';
  const told = {
    ...state,
    known: { ...state.known, ...chosenAt },
    // What is unsent still was chosen after what the server has just taken, however long the call took.
    unsent: {
      ...state.unsent,
      change: unsent,
      after: { ...state.unsent.after, ...fieldsWithout(only(chosenAt, change), newer) },
    },
    trouble: isDone ? null : state.trouble,
  };
  return isEmpty(lost) ? [told, []] : yieldTo(told, lost);
}

/** Another device has chosen since: that is in force here, too [A133]. */
function yieldTo(state: PreferenceState, newer: PreferenceChange): Step {
  const { language, theme } = newer;
  const yielded = withKept({ ...state, trouble: 'overtaken' }, mergePreferences(newer, state.kept));
  return [
    yielded,
    [
      ...themeEffects(state.preferences, yielded.preferences),
      { do: 'write-copy', copy: 'user', change: newer },
      ...(language || theme
        ? [{ do: 'remember', ...(language && { language }), ...(theme && { theme }) } as const]
        : []),
    ],
  ];
}

/** The server has not taken a change: it is sent again, unless it was refused. */
export function failPush(
  state: PreferenceState,
  { change, status, atMs }: Extract<SyncEvent, { type: 'push-failed' }>,
): Step {
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
    { ...state, unsent: afterCall(withChange(state, change), change, atMs), trouble: 'unsent' },
    [report('sync-failed'), { do: 'wait', wait: 'resend', ms: RESEND_MS }],
  ];
}

/**
 * What was chosen, given up and chosen again is off the list once the first of these calls is taken: it is unsent
 * again when the last one fails.
 */
function withChange({ unsent, kept }: PreferenceState, change: PreferenceChange): Unsent {
  const inForce = fieldsWithout(change, differences(change, kept));
  return { ...unsent, change: { ...inForce, ...unsent.change } };
}

/** What was chosen instead meanwhile is newer than what such a call may yet have brought to the server [A133]. */
function afterCall(unsent: Unsent, change: PreferenceChange, atMs: number): Unsent {
  const instead = only(differences(unsent.change, change), change);
  return isEmpty(instead) ? unsent : withChoice(unsent, instead, atMs, unsent.after);
}

/** Says whether the server understood and refused: sending again would not help. */
function isRefusal(status: number): boolean {
  return status >= 400 && status < 500 && status !== 408 && status !== 429;
}
