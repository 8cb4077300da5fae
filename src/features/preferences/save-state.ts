import type { PreferenceState } from './preference-state.ts';
import { isEmpty } from './preferences.ts';

/**
 * What became of a member's choice: `saving` until the server answers · `saved` it has taken it, or there is none that
 * keeps any · `unsent` it could not be told, and will be · `refused` it said no.
 */
export type SaveState = 'saving' | 'saved' | 'unsent' | 'refused';

export function saveStateOf({ phase, unsent, trouble }: PreferenceState): SaveState {
  if (phase === 'guest' || phase === 'unavailable') return 'saved';
  if (isEmpty(unsent.change)) return trouble === 'refused' ? 'refused' : 'saved';
  return trouble === 'unsent' ? 'unsent' : 'saving';
}

/** Resolves when it is known what became of the choices made so far. */
export function whenSettled(engine: {
  getState(): PreferenceState;
  subscribe(listener: () => void): () => void;
}): Promise<Exclude<SaveState, 'saving'>> {
  return new Promise((resolve) => {
    const look = () => {
      const state = saveStateOf(engine.getState());
      if (state === 'saving') return;
      stop();
      resolve(state);
    };
    const stop = engine.subscribe(look);
    look();
  });
}
