import type { IncomingMessage, ServerResponse } from 'node:http';
import type { PageServices } from '#src/page/wire/page-services.ts';
import { devAssets } from './dev-assets.ts';
import { requireRenderer } from './page-renderer.ts';
import type { Pages } from './pages.ts';

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
    [Symbol.asyncDispose]: () => vite.close(),
  };
}

function isEmbed({ url }: Request): boolean {
  return new URL(url).pathname.startsWith('/embed/');
}
