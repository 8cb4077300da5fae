import * as z from 'zod/mini';
import { EPISODE_LEFT } from '#src/features/player/episode-left.ts';
import { podcastEpisodeSchema } from './podcasts.wire.ts';

const heldSchema = z.object({ episode: podcastEpisodeSchema, show: z.string() });
/** The episode in the bar. */
export type HeldEpisode = z.infer<typeof heldSchema>;

/** Writes down for this tab what its bar holds: loaded anew, it offers it again. */
export function rememberEpisode(held: HeldEpisode): void {
  try {
    sessionStorage.setItem(EPISODE_LEFT, JSON.stringify(held));
  } catch {
    // Blocked: the episode is found on its page again.
  }
}

/** Null when the bar held none, or storage is blocked. */
export function findEpisodeLeft(): HeldEpisode | null {
  try {
    return heldSchema.parse(JSON.parse(sessionStorage.getItem(EPISODE_LEFT) ?? ''));
  } catch {
    return null;
  }
}

export function forgetEpisode(): void {
  try {
    sessionStorage.removeItem(EPISODE_LEFT);
  } catch {
    // Blocked: nothing was written.
  }
}
