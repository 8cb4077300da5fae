import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ViteDevServer } from 'vite';
import { EMBED_ENTRY, ENTRY } from '#src/app/build/build-manifest.ts';
import type { PageAssets, StyleSheet } from '#src/app/page-assets.ts';
import type { PageServices } from '#src/page/wire/page-services.ts';
import { type Pages, requireRenderer } from './pages.ts';

/** A development server: pages from their sources, changed while you look. No security policy, no cache. */
export interface DevPages extends Pages, AsyncDisposable {
  /** Answers Vite's own addresses; calls `next` for all others. */
  middleware(request: IncomingMessage, response: ServerResponse, next: () => void): void;
}

export async function openDevPages(root: string, services: PageServices): Promise<DevPages> {
  const { createServer } = await import('vite');
  const vite = await createServer({ root, server: { middlewareMode: true }, appType: 'custom' });
  const assets = await devAssets(vite);
  return {
    middleware: vite.middlewares,
    fontFaces: '',
    async answer(request) {
      const { renderPage } = requireRenderer(await vite.ssrLoadModule('/src/app/entry-server.tsx'));
      const { status, headers, body } = await renderPage(request, { services, assets });
      return new Response(body === '' ? null : body, {
        status,
        headers: {
          ...headers,
          'content-security-policy': `frame-ancestors ${isEmbed(request) ? '*' : "'none'"}`,
          'cache-control': 'no-store',
        },
      });
    },
    sendKept: () => false,
    forget() {},
    [Symbol.asyncDispose]: () => vite.close(),
  };
}

function isEmbed({ url }: Request): boolean {
  return new URL(url).pathname.startsWith('/embed/');
}

/**
 * Pages' files as the development server has them: modules by their sources, styles as links, texts with the
 * rest.
 */
async function devAssets(vite: ViteDevServer): Promise<PageAssets> {
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
