import { isEmpty } from '#src/features/preferences/preferences.ts';
import type { TextKey } from '#src/i18n/text-key.ts';
import type { Browser } from '#src/page/browser/browser.ts';
import { isLeaving } from '#src/page/session/end-session.ts';
import type { ToastKind } from '#src/ui/toast/toasts.tsx';
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

interface Choices {
  getState(): PreferenceState;
  subscribe(listener: () => void): () => void;
}

/**
 * What a member is told of the star that they gave, when it is settled [R22]: nothing once they have gone. Where their
 * session turns out to be over [A37], nobody has given it.
 * @param session the one of the press
 */
export async function starMessage(
  browser: Browser,
  engine: Choices,
  session: number,
): Promise<readonly [ToastKind, TextKey] | null> {
  const end = await whenSettled(engine);
  if (engine.getState().session !== session) return isLeaving(browser) ? ['info', 'player.star-login'] : null;
  if (end === 'saved') return ['info', 'player.star-done'];
  return ['refusal', end === 'unsent' ? 'player.star-later' : 'frame.failure'];
}

/** Resolves when the choices made so far are saved, refused or unsent. */
export function whenSettled(engine: Choices): Promise<Exclude<SaveState, 'saving'>> {
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
