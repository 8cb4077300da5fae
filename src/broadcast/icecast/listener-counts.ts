import { z } from 'zod';
import { jsonOrNull } from '#src/platform/files/json-lines.ts';

const statusSchema = z.object({ icestats: z.object({ source: z.unknown().optional() }) });
const sourceSchema = z.object({ listenurl: z.url(), listeners: z.int().min(0) });

/**
 * Reads how many listen at each mount from `/status-json.xsl`, which Icecast shows to anybody: the figures of its
 * administration ask for another password than a source has. Null where it says something else.
 */
export function readListenerCounts(text: string): ReadonlyMap<string, number> | null {
  const status = statusSchema.safeParse(jsonOrNull(text));
  if (!status.success) return null;
  // Icecast 2.4 writes no list where there is one source alone.
  const sources = [status.data.icestats.source ?? []].flat();
  return new Map(
    sources.flatMap((source) => {
      const known = sourceSchema.safeParse(source);
      return known.success ? [[new URL(known.data.listenurl).pathname, known.data.listeners] as const] : [];
    }),
  );
}
