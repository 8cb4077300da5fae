import { setTimeout as delay } from 'node:timers/promises';
import { readSettings } from '#src/platform/settings/settings.ts';
import { purgeFailure, purgeRequests } from '#src/web/pages/purge-request.ts';

/** By then no web process has the pages as they were, which it keeps for two seconds, and no front door, which adds one. */
const FORGOTTEN_MS = 4_000;
const PATIENCE_MS = 5_000;

/**
 * Has pages purged whose data a command has changed, where a shared cache takes that: a command is no web process, so
 * nobody else does [W213].
 */
export async function purgeAfterwards(tags: readonly string[]): Promise<void> {
  const { pagePurge } = readSettings(process.env);
  if (pagePurge === null) return;
  await delay(FORGOTTEN_MS);
  try {
    await purgeRequests(pagePurge)(tags, AbortSignal.timeout(PATIENCE_MS));
    process.stdout.write('The shared cache has purged its page.\n');
  } catch (error) {
    process.stdout.write(
      `The shared cache does not purge its page (${purgeFailure(error)}), which follows by itself within half a minute: check PAGE_PURGE_URL, PAGE_PURGE_KEY and the cache.\n`,
    );
  }
}
