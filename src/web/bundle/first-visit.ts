import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';

const manifestSchema = z.record(
  z.string(),
  z.object({ file: z.string(), imports: z.optional(z.array(z.string())) }),
);
type Manifest = z.infer<typeof manifestSchema>;

const budgetSchema = z.strictObject({
  /** Most that a first visit to the home page may load before it is interactive, in bytes after brotli. */
  homeScriptBytes: z.int().positive(),
});

/** What the home page loads: the entry, its routes, and the largest of the catalogues. */
const HOME_MODULES = [
  /entry\.client\.tsx$/,
  /^src\/root\.tsx/,
  /^src\/app\/frame\/main-layout\.tsx/,
  /^src\/app\/frame\/page-boundary\.tsx/,
  /^src\/features\/home\/home-page\.tsx/,
  /virtual:catalogue\/core\/ru$/,
];

/** The scripts of a first visit to the home page, from the build's manifest. */
export function homeScripts(manifest: Manifest): string[] {
  const wanted = Object.keys(manifest).filter((id) => HOME_MODULES.some((module) => module.test(id)));
  const files = new Set<string>();
  const seen = new Set<string>();
  const visit = (id: string): void => {
    const chunk = manifest[id];
    if (chunk === undefined || seen.has(id)) return;
    seen.add(id);
    if (chunk.file.endsWith('.js')) files.add(chunk.file);
    chunk.imports?.forEach(visit);
  };
  wanted.forEach(visit);
  return [...files].sort();
}

/**
 * Weighs the first visit against `budget.json`. The folder must have been compressed.
 * @throws when it is over budget, with what weighs how much
 */
export function checkBudget(clientFolder: string, budgetFile: string): number {
  const { homeScriptBytes } = budgetSchema.parse(JSON.parse(readFileSync(budgetFile, 'utf8')));
  const manifestFile = join(clientFolder, '.vite', 'manifest.json');
  const manifest = manifestSchema.parse(JSON.parse(readFileSync(manifestFile, 'utf8')));
  const weights = [...homeScripts(manifest), ...routeTable(clientFolder)].map((file) => ({
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

/** The router's own list of its routes is no part of the build's manifest. */
function routeTable(clientFolder: string): string[] {
  const files = readdirSync(join(clientFolder, 'assets'));
  return files.filter((file) => /^manifest-\w+\.js$/.test(file)).map((file) => `assets/${file}`);
}
