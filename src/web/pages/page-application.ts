import {
  createRequestHandler,
  type RouterContext,
  RouterContextProvider,
  type ServerBuild,
} from 'react-router';
import type { PageServices } from '#src/page/page-services.ts';

/** Renders one request of the page application. */
export type RenderPage = (request: Request) => Promise<Response>;

/**
 * React Router's request handler for a build that was imported at run time, with the services in its context. The key of
 * the services is the build's own (`entry.server` re-exports it): a bundle has its own copy of every module.
 */
export function createPageApplication(imported: unknown, services: PageServices, mode: string): RenderPage {
  const build = requireBuild(imported);
  const key = requireServicesKey(build.entry.module);
  const handle = createRequestHandler(build, mode);
  return (request) => handle(request, new RouterContextProvider(new Map([[key, services]])));
}

function requireBuild(imported: unknown): ServerBuild {
  if (isServerBuild(imported)) return imported;
  throw new Error('The page application is no server build of React Router.');
}

function isServerBuild(value: unknown): value is ServerBuild {
  return (
    typeof value === 'object' && value !== null && 'routes' in value && 'assets' in value && 'entry' in value
  );
}

function requireServicesKey(entry: object): RouterContext<PageServices> {
  const key: unknown = Reflect.get(entry, 'pageServices');
  if (isServicesKey(key)) return key;
  throw new Error('entry.server of the page application does not export `pageServices`.');
}

function isServicesKey(value: unknown): value is RouterContext<PageServices> {
  return typeof value === 'object' && value !== null;
}
