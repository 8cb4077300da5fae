import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import {
  EMBED_ENTRY,
  EMBED_MANIFEST,
  ENTRY,
  MANIFEST,
  type Manifest,
  ModuleGraph,
  readManifest,
} from './build-manifest.ts';

const HLS_MODULES = ['hls-sound.ts', 'hls-js-player.ts'].map(
  (file) => `src/features/player/sound/hls/${file}`,
);

const budgetSchema = z.strictObject({
  /** Most that a first visit to the home page may load before it is interactive, in bytes after brotli. */
  homeScriptBytes: z.int().positive(),
  /** The same for any other page. */
  pageScriptBytes: z.int().positive(),
  /** All that the small player for other sites ever loads. */
  embedScriptBytes: z.int().positive(),
  /** What whoever hears the radio in segments loads for that. */
  hlsScriptBytes: z.int().positive(),
});

/**
 * The scripts of a first visit, in the language whose texts are largest.
 * @param page left out for the home page
 */
export function firstScripts(manifest: Manifest, page?: string): string[] {
  const graph = new ModuleGraph(manifest);
  const modules = [ENTRY, ...(page === undefined ? [] : [page]), graph.textsModule('core', 'ru')];
  return graph.scriptsOf(modules).map(({ file }) => file);
}

/**
 * Weighs the first visit of each page against `budget.json`. The folder must have been compressed.
 * @returns what the home page loads, in bytes
 * @throws when a page is over budget, with what weighs how much
 */
export function checkBudget(clientFolder: string, budgetFile: string): number {
  const { homeScriptBytes, pageScriptBytes, embedScriptBytes, hlsScriptBytes } = budgetSchema.parse(
    JSON.parse(readFileSync(budgetFile, 'utf8')),
  );
  const manifest = readManifest(clientFolder, MANIFEST);
  weigh(clientFolder, {
    page: 'the small player for other sites',
    files: allScripts(readManifest(clientFolder, EMBED_MANIFEST)),
    allowed: embedScriptBytes,
  });
  weigh(clientFolder, {
    page: 'the sound in segments',
    files: hlsScripts(manifest),
    allowed: hlsScriptBytes,
  });
  for (const page of Object.keys(manifest).filter((id) => id.endsWith('-page.tsx')))
    weigh(clientFolder, { page, files: firstScripts(manifest, page), allowed: pageScriptBytes });
  return weigh(clientFolder, {
    page: 'the home page',
    files: firstScripts(manifest),
    allowed: homeScriptBytes,
  });
}

/** What is fetched besides what every visit has. */
function hlsScripts(manifest: Manifest): string[] {
  const known = new Set(firstScripts(manifest));
  const files = new ModuleGraph(manifest).scriptsOf([...HLS_MODULES]).map(({ file }) => file);
  return files.filter((file) => !known.has(file));
}

/** What it begins with and what it fetches later. */
function allScripts(manifest: Manifest): string[] {
  const graph = new ModuleGraph(manifest);
  const later = Object.values(manifest).flatMap(({ dynamicImports = [] }) => dynamicImports);
  return graph.scriptsOf([EMBED_ENTRY, ...later]).map(({ file }) => file);
}

function weigh(folder: string, visit: { page: string; files: readonly string[]; allowed: number }): number {
  const weights = visit.files.map((file) => ({ file, bytes: statSync(join(folder, `${file}.br`)).size }));
  const total = weights.reduce((sum, { bytes }) => sum + bytes, 0);
  if (total <= visit.allowed) return total;
  const list = weights.map(({ file, bytes }) => `  ${bytes} ${file}`).join('\n');
  throw new Error(
    `${visit.page} loads ${total} bytes of script, budget.json allows ${visit.allowed}:\n${list}`,
  );
}
