import { EMBED_ENTRY, ENTRY, LATER, type Manifest, ModuleGraph } from '#src/app/build/build-manifest.ts';
import type { PageAssets, PageFiles, StyleSheet } from '#src/app/page-assets.ts';
import type { StaticFiles } from '#src/web/answers/static-files.ts';

/**
 * Knows by the build's manifest what each page is made of, and holds the style sheets that pages bring along.
 */
export async function readBuiltAssets(
  manifest: Manifest,
  embedManifest: Manifest,
  files: StaticFiles,
): Promise<PageAssets> {
  const graph = new ModuleGraph(manifest);
  const embedGraph = new ModuleGraph(embedManifest);
  const sheets = new Map<string, StyleSheet>();
  for (const href of [...graph.allStyles(), ...embedGraph.allStyles()])
    sheets.set(href, { href, text: embeddable(await files.text(href)) });
  const known = new Map<string | undefined, PageFiles>();
  const knownTexts = new Map<string, readonly string[]>();
  return {
    embed: filesOf(embedGraph, sheets, [EMBED_ENTRY]),
    of(file) {
      const page =
        known.get(file) ??
        filesOf(graph, sheets, [ENTRY, ...(file === undefined ? [] : [`src/features/${file}`])]);
      known.set(file, page);
      return page;
    },
    texts(group, language) {
      const name = `${group}/${language}`;
      const texts =
        knownTexts.get(name) ??
        graph.scriptsOf([graph.textsModule(group, language)]).map((chunk) => `/${chunk.file}`);
      knownTexts.set(name, texts);
      return texts;
    },
  };
}

function filesOf(
  graph: ModuleGraph,
  sheets: ReadonlyMap<string, StyleSheet>,
  modules: readonly string[],
): PageFiles {
  const chunks = graph.scriptsOf(modules);
  // A document is dressed before any script has come, and where none ever does.
  const hrefs = graph.stylesOf([...modules, ...graph.modulesOf(LATER)]);
  return {
    scripts: chunks.map((chunk) => `/${chunk.file}`),
    styles: hrefs.flatMap((href) => sheets.get(href) ?? []),
  };
}

/** A text that could end its element early stays outside. */
function embeddable(sheet: string | null): string | null {
  return sheet === null || /<\/style/i.test(sheet) ? null : sheet;
}
