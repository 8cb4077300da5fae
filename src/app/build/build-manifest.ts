import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import type { Language } from '#src/contract/languages.ts';
import type { TextGroup } from '#src/i18n/areas.ts';

/** The module that the browser's build begins with. */
export const ENTRY = 'src/app/entry-client.tsx';

/** The module that the small player for other sites begins with. It is built by itself. */
export const EMBED_ENTRY = 'src/features/embed/embed-entry.ts';
/**
 * What every visit fetches once its page is there (`vite.config.ts`). The document holds a part of it
 * already: the footer.
 */
export const LATER = 'later';
/** Where the bundler lists its chunks, below the browser's build. */
export const MANIFEST = '.vite/manifest.json';
export const EMBED_MANIFEST = '.vite/embed-manifest.json';

/** The bundler's list of its chunks, by module. */
const manifestSchema = z.record(
  z.string(),
  z.object({
    file: z.string(),
    name: z.optional(z.string()),
    imports: z.optional(z.array(z.string())),
    dynamicImports: z.optional(z.array(z.string())),
    css: z.optional(z.array(z.string())),
  }),
);
export type Manifest = z.infer<typeof manifestSchema>;
type Chunk = Manifest[string];

/** @param name `MANIFEST` or `EMBED_MANIFEST` */
export function readManifest(clientFolder: string, name: string): Manifest {
  return manifestSchema.parse(JSON.parse(readFileSync(join(clientFolder, name), 'utf8')));
}

/** The chunks of a build and what they import. */
export class ModuleGraph {
  readonly #manifest: Manifest;

  constructor(manifest: Manifest) {
    this.#manifest = manifest;
  }

  /**
   * The chunks that these modules and all they import are in, each once, those of the first module first.
   * @throws when the build has no such module
   */
  scriptsOf(ids: readonly string[]): Chunk[] {
    return [...this.#reach(ids, () => {})].filter(({ file }) => file.endsWith('.js'));
  }

  /**
   * Addresses of the style sheets of these modules and of all they import, each once: a page's own after
   * those that it shares, as the browser puts them when it goes there by a link.
   * @throws when the build has no such module
   */
  stylesOf(ids: readonly string[]): string[] {
    const sheets = new Set<string>();
    this.#reach(ids, ({ css = [] }) => {
      for (const path of css) sheets.add(`/${path}`);
    });
    return [...sheets];
  }

  /** @param leave called with each chunk once all that it imports has been reached */
  #reach(ids: readonly string[], leave: (chunk: Chunk) => void): Set<Chunk> {
    const reached = new Set<Chunk>();
    const visit = (id: string): void => {
      const chunk = this.#manifest[id];
      if (chunk === undefined) throw new Error(`The build has no module "${id}".`);
      if (reached.has(chunk)) return;
      reached.add(chunk);
      chunk.imports?.forEach(visit);
      leave(chunk);
    };
    ids.forEach(visit);
    return reached;
  }

  /**
   * The module of a group's texts.
   * @throws when the build has none
   */
  textsModule(group: TextGroup, language: Language): string {
    const name = `virtual:catalogue/${group}/${language}`;
    const id = Object.keys(this.#manifest).find((id) => id.endsWith(name));
    if (id === undefined) throw new Error(`The build has no module "${name}".`);
    return id;
  }

  /** The modules of the chunk that the build calls so; none where it has no such chunk. */
  modulesOf(name: string): string[] {
    return Object.keys(this.#manifest).filter((id) => this.#manifest[id]?.name === name);
  }

  allStyles(): Set<string> {
    return new Set(Object.values(this.#manifest).flatMap(({ css = [] }) => css.map((path) => `/${path}`)));
  }
}
