import type { NowPlaying } from '#src/broadcast/now-playing/now-playing.wire.ts';
import { YOUR_SONG_EVERY_MS } from '#src/contract/limits.ts';

/** Looks farther apart than this say nothing about beginnings: the tab was hidden, or the machine slept. */
const LOOKS_APART_MS = 30_000;

/** What is on air on all streams, and what decides whether the member is told. */
export interface Look {
  readonly tracks: readonly NowPlaying[];
  /** When it was, milliseconds. */
  readonly atMs: number;
  /** Version of the stream that the bar shows, with its title: it needs no message. */
  readonly shown: string | null;
  /** Whether somebody would see a message now. */
  readonly isWatched: boolean;
  /** When the member was told last, in this tab or another. */
  readonly toldMs: number;
}

export type Love = 'track' | 'artist';
export interface Offer {
  readonly track: NowPlaying;
  readonly love: Love;
}

/** Notices favourites that begin on another stream than the bar's [R55]. Each play is looked at once, told or not. */
export class SongWatch {
  /** Start of the latest play, by stream. A jingle between two looks at a play does not make it a new one. */
  readonly #latest = new Map<string, string>();
  #lookedMs = Number.NEGATIVE_INFINITY;

  /** @param loves why a track is a favourite; null when it is none */
  look(look: Look, loves: (track: NowPlaying) => Love | null): Offer | null {
    const begun = look.tracks.filter(
      ({ version, artiste, started_at }) => artiste !== '' && this.#latest.get(version) !== started_at,
    );
    const hasFollowed = look.atMs - this.#lookedMs <= LOOKS_APART_MS;
    this.#lookedMs = look.atMs;
    for (const { version, started_at } of begun) this.#latest.set(version, started_at);
    const isSoon = Math.abs(look.atMs - look.toldMs) < YOUR_SONG_EVERY_MS;
    if (!hasFollowed || !look.isWatched || isSoon) return null;
    const offers = begun
      .filter(({ version }) => version !== look.shown)
      .flatMap((track): Offer[] => {
        const love = loves(track);
        return love === null ? [] : [{ track, love }];
      });
    return offers.find(({ love }) => love === 'track') ?? offers[0] ?? null;
  }
}
