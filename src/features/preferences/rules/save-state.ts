import { isEmpty } from '#src/features/preferences/preferences.ts';
import type { PreferenceState } from './preference-state.ts';

/**
 * The state of a member's choice: `saving` until the server answers · `saved` the server has it, or keeps
 * none · `unsent` it could not be sent, and will be · `refused` the server refused it · `overtaken` another device has
 * chosen since.
 */
export type SaveState = 'saving' | 'saved' | 'unsent' | 'refused' | 'overtaken';

export function saveStateOf({ phase, unsent, trouble }: PreferenceState): SaveState {
  if (phase === 'guest' || phase === 'unavailable') return 'saved';
  if (!isEmpty(unsent.change)) return trouble === 'unsent' ? 'unsent' : 'saving';
  return trouble === 'unsent' ? 'saved' : (trouble ?? 'saved');
}

/** Resolves when the choices made so far are saved, refused or unsent. */
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
