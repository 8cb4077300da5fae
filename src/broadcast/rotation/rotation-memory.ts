import { foldText } from '#src/spec/titles.ts';

/** Something that went on air, as the journal tells it. */
export interface Play {
  kind: string;
  id: string;
  artist: string;
  slug: string;
  startedMs: number;
}

/** What one stream remembers of its plays: fed from the journal at the start, then by playout itself. */
export class RotationMemory {
  readonly #tracks = new Map<string, number>();
  readonly #artists = new Map<string, number>();
  readonly #jingles = new Map<string, number>();
  #tracksSinceJingle = 0;

  /** Plays are told in the order in which they began. */
  remember(play: Play): void {
    if (play.kind === 'jingle') {
      this.#jingles.set(play.id, play.startedMs);
      this.#tracksSinceJingle = 0;
    }
    if (play.kind !== 'track') return;
    this.#tracks.set(play.slug, play.startedMs);
    const artist = foldText(play.artist);
    if (artist !== '') this.#artists.set(artist, play.startedMs);
    this.#tracksSinceJingle += 1;
  }

  /** Tracks that played since the last jingle. */
  get tracksSinceJingle(): number {
    return this.#tracksSinceJingle;
  }

  /** By slug, which files of the same full title share. */
  lastPlayedMs(slug: string): number | null {
    return this.#tracks.get(slug) ?? null;
  }

  /** Null for an unknown artist (''): nobody's rest is disturbed. */
  artistPlayedMs(foldedArtist: string): number | null {
    return this.#artists.get(foldedArtist) ?? null;
  }

  jinglePlayedMs(id: string): number | null {
    return this.#jingles.get(id) ?? null;
  }
}
