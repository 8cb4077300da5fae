import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ViteDevServer } from 'vite';
import type { PageServices } from '#src/page/page-services.ts';
import { createPageApplication } from './page-application.ts';
import type { Pages } from './pages.ts';

const BUILD = 'virtual:react-router/server-build';

/** A development server: pages from their sources, changed while you look. No security policy, no cache. */
export interface DevPages extends Pages, AsyncDisposable {
  /** Answers Vite's own addresses; calls `next` for all others. */
  middleware(request: IncomingMessage, response: ServerResponse, next: () => void): void;
}

export async function openDevPages(root: string, services: PageServices): Promise<DevPages> {
  const { createServer } = await import('vite');
  const vite: ViteDevServer = await createServer({
    root,
    server: { middlewareMode: true },
    appType: 'custom',
  });
  return {
    middleware: vite.middlewares,
    async answer(request) {
      const build: unknown = await vite.ssrLoadModule(BUILD);
      const response = await createPageApplication(build, services, 'development')(request);
      const headers = new Headers(response.headers);
      headers.set('content-security-policy', "frame-ancestors 'none'");
      headers.set('cache-control', 'no-store');
      return new Response(response.body, { status: response.status, headers });
    },
    [Symbol.asyncDispose]: () => vite.close(),
  };
}
