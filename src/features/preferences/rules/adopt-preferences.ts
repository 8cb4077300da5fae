import {
  differences,
  isEmpty,
  mergePreferences,
  PREFERENCE_NAMES,
  type PreferenceChange,
} from '#src/features/preferences/preferences.ts';
import type { PreferenceEffect } from './preference-events.ts';
import { type PreferenceState, type Step, themeEffects, withKept } from './preference-state.ts';
import type { Unsent } from './unsent.ts';

/**
 * The server has answered with the member's choices: gives the preferences in force from here on, and what to
 * send to it.
 * @param mine the unsent choices that win over the answer
 */
export function adopt(state: PreferenceState, saved: PreferenceChange, mine: PreferenceChange): Step {
  // Registration sends everything but the volume; the first login sends it.
  const hadNone = state.returning !== null && saved.volume === undefined;
  const returning = state.returning ?? {};
  const before: PreferenceChange = {
    language: returning.language,
    theme: returning.theme,
    favoriteStreamId: returning.streamId,
  };
  const kept = mergePreferences(
    mine,
    { lastStreamId: returning.streamId },
    saved,
    hadNone ? state.guest : {},
    before,
  );
  const leavesGuest = state.returning !== null && !isEmpty(state.guest);
  const tellsAll = state.returning !== null && (!state.isMobile || hadNone);
  const change = tellsAll ? kept : differences(mine, saved);
  const adopted = withKept(
    {
      ...state,
      guest: leavesGuest ? {} : state.guest,
      unsent: { change, base: {} },
      isMoving: false,
      server: saved,
      returning: null,
      trouble: null,
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

/** The unsent fields that no other device has chosen since. */
export function newest({ change, base }: Unsent, saved: PreferenceChange): PreferenceChange {
  return Object.fromEntries(
    PREFERENCE_NAMES.flatMap((name) => {
      const isOurs = base[name] === undefined || base[name] === (saved[name] ?? null);
      return isOurs && change[name] !== undefined ? [[name, change[name]]] : [];
    }),
  );
}
