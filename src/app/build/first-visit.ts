import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { ENTRY, type Manifest, ModuleGraph, manifestSchema } from './build-manifest.ts';

const budgetSchema = z.strictObject({
  /** Most that a first visit to the home page may load before it is interactive, in bytes after brotli. */
  homeScriptBytes: z.int().positive(),
});

/** The scripts of a first visit to the home page, which comes with the entry, in the language whose texts are largest. */
export function homeScripts(manifest: Manifest): string[] {
  const graph = new ModuleGraph(manifest);
  return graph.scriptsOf([ENTRY, graph.textsModule('core', 'ru')]).map(({ file }) => file);
}

/**
 * Weighs the first visit against `budget.json`. The folder must have been compressed.
 * @throws when it is over budget, with what weighs how much
 */
export function checkBudget(clientFolder: string, budgetFile: string): number {
  const { homeScriptBytes } = budgetSchema.parse(JSON.parse(readFileSync(budgetFile, 'utf8')));
  const manifestFile = join(clientFolder, '.vite', 'manifest.json');
  const manifest = manifestSchema.parse(JSON.parse(readFileSync(manifestFile, 'utf8')));
  const weights = homeScripts(manifest).map((file) => ({
    file,
    bytes: statSync(join(clientFolder, `${file}.br`)).size,
  }));
  const total = weights.reduce((sum, { bytes }) => sum + bytes, 0);
  if (total <= homeScriptBytes) return total;
  const list = weights.map(({ file, bytes }) => `  ${bytes} ${file}`).join('\n');
  throw new Error(
    `The home page loads ${total} bytes of script, budget.json allows ${homeScriptBytes}:\n${list}`,
  );
}
