import type { PodcastShow, Podcasts } from './podcast-show.ts';

/**
 * The shows as visitors may see them: an episode dated in the future is not there until then [R149]. While nothing falls
 * due they are the same objects, so that documents made from them stay good.
 */
export class PublishedPodcasts {
  #all: Podcasts = null;
  #published: Podcasts = null;
  /** The instants between which nothing changes, the second left out. */
  #fromMs = 0;
  #untilMs = 0;

  /** The part of `all` that is published at an instant. */
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
