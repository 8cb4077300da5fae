import * as z from 'zod/mini';
import { STREAM_IDS } from '#src/contract/streams.ts';
import { EPISODE_LEFT } from '#src/features/player/episode-left.ts';
import type { Browser } from '#src/page/browser/browser.ts';
import { podcastEpisodeSchema } from './podcasts.wire.ts';

const showSchema = z.object({ titre: z.string(), image: z.string(), streamId: z.enum(STREAM_IDS) });
/** The show that an episode is of, and the stream whose podcasts have it. */
export type EpisodeShow = z.infer<typeof showSchema>;

const heldSchema = z.object({ episode: podcastEpisodeSchema, show: showSchema });
/** The episode in the bar. */
export type HeldEpisode = z.infer<typeof heldSchema>;

/** Writes down for this tab what its bar holds: loaded anew, it offers it again. */
export function rememberEpisode({ tabStorage }: Browser, held: HeldEpisode): void {
  tabStorage.write(EPISODE_LEFT, JSON.stringify(held));
}

/** Null when the bar held none, or storage is blocked. */
export function findEpisodeLeft({ tabStorage }: Browser): HeldEpisode | null {
  const { data } = heldSchema.safeParse(tabStorage.readJson(EPISODE_LEFT));
  return data ?? null;
}

export function forgetEpisode({ tabStorage }: Browser): void {
  tabStorage.remove(EPISODE_LEFT);
}
