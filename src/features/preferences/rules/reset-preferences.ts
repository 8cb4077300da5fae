import { DEFAULT_PREFERENCES } from '#src/features/preferences/preferences.ts';
import { type PreferenceState, type Step, themeEffects, withKept } from './preference-state.ts';
import { NOTHING_UNSENT } from './unsent.ts';

/** Back to the defaults, here and on the server. */
export function reset(state: PreferenceState): Step {
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
