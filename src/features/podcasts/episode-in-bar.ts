import * as z from 'zod/mini';
import { EPISODE_LEFT } from '#src/features/player/episode-left.ts';
import { tabStorage } from '#src/page/storage/browser-storage.ts';
import { podcastEpisodeSchema } from './podcasts.wire.ts';

const heldSchema = z.object({ episode: podcastEpisodeSchema, show: z.string() });
/** The episode in the bar. */
export type HeldEpisode = z.infer<typeof heldSchema>;

/** Writes down for this tab what its bar holds: loaded anew, it offers it again. */
export function rememberEpisode(held: HeldEpisode): void {
  tabStorage.write(EPISODE_LEFT, JSON.stringify(held));
}

/** Null when the bar held none, or storage is blocked. */
export function findEpisodeLeft(): HeldEpisode | null {
  const { data } = heldSchema.safeParse(tabStorage.readJson(EPISODE_LEFT));
  return data ?? null;
}

export function forgetEpisode(): void {
  tabStorage.remove(EPISODE_LEFT);
}
