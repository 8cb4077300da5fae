import type { PreferenceState } from '#src/features/preferences/rules/preference-state.ts';

/** The part of the preference engine that tells when the sync has led somewhere, or nowhere. */
interface Preferring {
  getState(): Pick<PreferenceState, 'isHomeward' | 'phase' | 'failures'>;
  subscribe(listener: () => void): () => void;
}

/**
 * Does the work once the sync after a sign-in leads nowhere any more [A84]; at once where none is under way or the
 * server gives it no answer, and never once the member has signed out.
 */
export function onceHome(engine: Preferring, work: () => void): void {
  if (!isOnTheWay(engine.getState())) {
    work();
    return;
  }
  const stop = engine.subscribe(() => {
    const state = engine.getState();
    if (isOnTheWay(state)) return;
    stop();
    if (state.phase !== 'guest') work();
  });
}

function isOnTheWay({ isHomeward, phase, failures }: ReturnType<Preferring['getState']>): boolean {
  return isHomeward && phase !== 'guest' && failures === 0;
}
