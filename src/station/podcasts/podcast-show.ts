import type { StreamId } from '#src/contract/streams.ts';
import type { Chapter } from './episode-finding.ts';
import type { PodcastCategory } from './itunes-categories.ts';

export interface Episode {
  /** File name in the show's folder. */
  readonly file: string;
  /** Absolute path. */
  readonly path: string;
  readonly title: string;
  readonly description: string;
  readonly publishedMs: number;
  /** The guid given, else the hash of its audio. */
  readonly guid: string;
  readonly durationSeconds: number;
  readonly sizeBytes: number;
  readonly contentType: string;
  readonly chapters: readonly Chapter[];
}

export interface PodcastShow {
  /** Its folder's name: `/podcasts/{name}.xml`. */
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** '' when the show names none. */
  readonly author: string;
  /** BCP 47. */
  readonly language: string;
  readonly category: PodcastCategory;
  /** A file in the show's folder, an address, or null. */
  readonly image: { readonly file: string; readonly path: string } | { readonly address: string } | null;
  readonly streams: readonly StreamId[];
  readonly explicit: boolean;
  readonly links: Readonly<Partial<Record<'itunes' | 'deezer' | 'youtube', string>>>;
  /** A feed elsewhere; then there are no episodes. */
  readonly feed: string | null;
  /** Newest first, those dated in the future too. */
  readonly episodes: readonly Episode[];
}

/**
 * Shows by name. Null until the folder was read for the first time, which takes a while when its episodes are
 * new.
 */
export type Podcasts = ReadonlyMap<string, PodcastShow> | null;

/**
 * The shows as visitors may see them: an episode dated in the future is hidden until then [R149]. Until one
 * falls due they are the same objects, so that documents made from them stay valid.
 */
export class PublishedPodcasts {
  #all: Podcasts = null;
  #published: Podcasts = null;
  /** The instants between which nothing changes, the second one excluded. */
  #fromMs = 0;
  #untilMs = 0;

  /** Returns the part of `all` that is published at an instant. */
  at(all: Podcasts, nowMs: number): Podcasts {
    const isKnown = all === this.#all && this.#fromMs <= nowMs && nowMs < this.#untilMs;
    if (isKnown) return this.#published;
    const dates = [...(all?.values() ?? [])].flatMap(({ episodes }) =>
      episodes.map(({ publishedMs }) => publishedMs),
    );
    this.#all = all;
    this.#fromMs = Math.max(Number.NEGATIVE_INFINITY, ...dates.filter((date) => date <= nowMs));
    this.#untilMs = Math.min(Number.POSITIVE_INFINITY, ...dates.filter((date) => date > nowMs));
    const isWhole = all === null || this.#untilMs === Number.POSITIVE_INFINITY;
    this.#published = isWhole
      ? all
      : new Map([...all].map(([name, show]) => [name, publishedShow(show, nowMs)]));
    return this.#published;
  }
}

function publishedShow(show: PodcastShow, nowMs: number): PodcastShow {
  const episodes = show.episodes.filter(({ publishedMs }) => publishedMs <= nowMs);
  return episodes.length === show.episodes.length ? show : { ...show, episodes };
}
