import type { Language } from '#src/contract/languages.ts';
import { DEFAULT_STREAM, type StreamId } from '#src/contract/streams.ts';
import type { Returning } from '#src/page/session/return-choices.ts';
import type { PreferenceState } from '#src/features/preferences/preference-state.ts';

/**
 * Where a validation link leads on to: where the member prefers to be as soon as that is known, as every sync does
 * (accounts.md §4). Until then to where they were; the sync then leads on from there.
 * @param language the page's
 */
export function homeAfterValidation(
  { phase, preferences }: Pick<PreferenceState, 'phase' | 'preferences'>,
  returning: Returning,
  language: Language,
): { language: Language; streamId: StreamId } {
  if (phase === 'synced') return { language: preferences.language, streamId: preferences.favoriteStreamId };
  return { language: returning.language ?? language, streamId: returning.streamId ?? DEFAULT_STREAM };
}
