import type { StreamId } from '#src/contract/streams.ts';

/** What the small player's document tells its script. Everything in it is public. */
export interface EmbedState {
  readonly streamId: StreamId;
  /** The stream's version key, by which lists of titles name it. */
  readonly version: string;
  /** Address of the sound. */
  readonly url: string;
  readonly station: string;
  readonly words: EmbedWords;
}

/** The player's states in words. */
export interface EmbedWords {
  readonly connecting: string;
  readonly reconnecting: string;
  readonly offline: string;
  readonly blocked: string;
  readonly noOutput: string;
}

/** Where the script finds the state. */
export const EMBED_STATE_ID = 'state';

/** Asks for the cover at its greatest width, on screens of double density. */
export const COVER_QUERY = '?w=384';
