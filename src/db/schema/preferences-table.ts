import type { Language } from '#src/contract/languages.ts';
import type { Theme } from '#src/contract/limits.ts';
import type { StreamId } from '#src/contract/streams.ts';

/** What a member has chosen; null for what not yet. No row: nothing at all. */
export interface PreferencesTable {
  user_id: string;
  /** 0 to 1 */
  volume: number | null;
  language: Language | null;
  theme: Theme | null;
  last_stream_id: StreamId | null;
  favorite_stream_id: StreamId | null;
  /** `dev_…` of the browser that registered. */
  device: string | null;
}
