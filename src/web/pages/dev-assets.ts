import type { ViteDevServer } from 'vite';
import { EMBED_ENTRY, ENTRY } from '#src/app/build/build-manifest.ts';
import type { PageAssets, StyleSheet } from '#src/app/page-assets.ts';

/** Pages' files as the development server has them: modules by their sources, styles as links, texts with the rest. */
export async function devAssets(vite: ViteDevServer): Promise<PageAssets> {
  const { default: react } = await import('@vitejs/plugin-react');
  return {
    embed: { scripts: [`/${EMBED_ENTRY}`], styles: [] },
    of: (file) => ({
      scripts: [`/${ENTRY}`],
      styles: [
        ...stylesOf(vite, ['app/entry-server.tsx', ...(file === undefined ? [] : [`features/${file}`])]),
      ],
    }),
    texts: () => [],
    preamble: `import '/@vite/client';\n${react.preambleCode.replace('__BASE__', '/')}`,
  };
}

/** The style sheets of modules that the server has loaded, and of all that they import. */
function* stylesOf(vite: ViteDevServer, files: readonly string[]): Iterable<StyleSheet> {
  const graph = vite.environments.ssr.moduleGraph;
  const seen = new Set(
    files.flatMap((file) => [...(graph.getModulesByFile(`${vite.config.root}/src/${file}`) ?? [])]),
  );
  // Modules that are added during the walk are visited as well.
  for (const { url, importedModules } of seen) {
    if (url.endsWith('.css')) yield { href: url, text: null };
    for (const imported of importedModules) seen.add(imported);
  }
}
