import { isLanguage, type Language } from '#src/contract/languages.ts';
import { DEFAULT_STREAM, isStreamId, type StreamId } from '#src/contract/streams.ts';
import type { Returning } from '#src/page/session/return-choices.ts';

export interface Home {
  readonly language: Language;
  readonly streamId: StreamId;
}

/**
 * Where a validation link leads on to: the preferred language and stream once they are known, as after every sync [A40,
 * A56]; until then to where the member was before, and the sync leads on from there.
 * @param preferred null until the preferences have been synced
 * @param language the page's
 */
export function homeAfterValidation(preferred: Home | null, returning: Returning, language: Language): Home {
  if (preferred !== null) return preferred;
  return { language: returning.language ?? language, streamId: returning.streamId ?? DEFAULT_STREAM };
}

/** Listens for the home that a sync announces (`preferences-synced`). @returns stops listening */
export function followPreferredHome(tell: (home: Home) => void, at: EventTarget = window): () => void {
  const hear = (event: Event) => {
    const home = event instanceof CustomEvent ? readHome(event.detail) : null;
    if (home !== null) tell(home);
  };
  at.addEventListener('preferences-synced', hear);
  return () => at.removeEventListener('preferences-synced', hear);
}

function readHome(detail: unknown): Home | null {
  if (typeof detail !== 'object' || detail === null) return null;
  const { language, favoriteStreamId }: { language?: unknown; favoriteStreamId?: unknown } = detail;
  return isLanguage(language) && isStreamId(favoriteStreamId)
    ? { language, streamId: favoriteStreamId }
    : null;
}
