import {
  differences,
  fieldsWithout,
  isEmpty,
  PREFERENCE_NAMES,
  type PreferenceChange,
} from '#src/features/preferences/preferences.ts';
import { becomeGuest } from './preference-choices.ts';
import type { PreferenceState, Step } from './preference-state.ts';
import { NOTHING_UNSENT } from './unsent.ts';

/** Pause before a change that could not be sent is sent again, while the page is open [A55]. */
export const RESEND_MS = 15_000;

/** The server has taken a change; newer choices are still unsent. */
export function hearYes(state: PreferenceState, change: PreferenceChange): PreferenceState {
  const server = state.server && { ...state.server, ...change };
  const unsent = { ...state.unsent, change: differences(state.unsent.change, change) };
  const isDone = isEmpty(unsent.change) && state.trouble === 'unsent';
  return { ...state, server, unsent, trouble: isDone ? null : state.trouble };
}

/** The server has not taken a change: it is sent again, unless it was refused. */
export function failPush(state: PreferenceState, change: PreferenceChange, status: number): Step {
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
    { ...state, unsent: withBase(withChange(state, change), change), trouble: 'unsent' },
    [report('sync-failed'), { do: 'wait', wait: 'resend', ms: RESEND_MS }],
  ];
}

/**
 * What was chosen, given up and chosen again is off the list once the first of these calls is taken: it is unsent
 * again when the last one fails.
 */
function withChange(state: PreferenceState, change: PreferenceChange): PreferenceState {
  const inForce = fieldsWithout(change, differences(change, state.kept));
  return { ...state, unsent: { ...state.unsent, change: { ...inForce, ...state.unsent.change } } };
}

/** Remembers the server's values: if they differ later, another device has chosen meanwhile. */
function withBase({ unsent, server }: PreferenceState, change: PreferenceChange): PreferenceState['unsent'] {
  if (server === null) return unsent;
  const names = PREFERENCE_NAMES.filter((name) => change[name] !== undefined);
  const base = Object.fromEntries(names.map((name) => [name, server[name] ?? null]));
  return { ...unsent, base: { ...base, ...unsent.base } };
}

/** Says whether the server understood and refused: sending again would not help. */
function isRefusal(status: number): boolean {
  return status >= 400 && status < 500 && status !== 408 && status !== 429;
}
