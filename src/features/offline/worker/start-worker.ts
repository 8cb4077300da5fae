import { readMessage } from '#src/features/offline/worker-messages.ts';
import type { Clock } from '#src/platform/clock/clock.ts';
import { answerFile, answerPage, answerTitles } from './answers.ts';
import { ruleRequest } from './rule-request.ts';
import { type Shell, WorkerCaches } from './worker-caches.ts';
import type { InstallEvent, LastingEvent, RoutePattern, WorkerScope } from './worker-scope.ts';

/**
 * Requests that last as long as somebody listens, are personal, or come from an open page again and again: a
 * browser that can keeps them from the worker. One that is asked every few seconds never rests, and gives way
 * to a newer worker minutes late [R88].
 */
const NEVER_OURS: readonly RoutePattern[] = [
  '/stream/*',
  '/previews/*',
  '/videos/*',
  '/podcasts/*',
  '/covers/*',
  '/pictures/*',
  '/now-playing/*',
  '/api-proxy.php',
  '/auth/*',
  // The offline page's own question has a search.
  { pathname: '/titre.json', search: '' },
];

/** Lets the worker of a build answer [R86, R87, R88]. */
export function startWorker(scope: WorkerScope, shell: Shell, clock: Pick<Clock, 'after'>): void {
  const caches = new WorkerCaches(scope, shell);
  const means = { scope, caches, clock };
  let hasRenewed = false;
  /** The first page after the worker starts brings the offline page up to date. */
  const renewOnce = (event: LastingEvent, page: Promise<Response>): void => {
    if (hasRenewed) return;
    hasRenewed = true;
    event.waitUntil(page.then(() => caches.renewOfflinePage()).catch(() => {}));
  };

  scope.addEventListener('install', (event) => {
    event.waitUntil(Promise.all([caches.fill(), bypass(event)]));
  });
  scope.addEventListener('activate', (event) => {
    event.waitUntil(Promise.all([caches.dropOthers(), scope.registration.navigationPreload?.enable()]));
  });
  scope.addEventListener('message', (event) => {
    const message = readMessage(event.data);
    if (message === null) return;
    if (message.type === 'knows') event.ports[0]?.postMessage(shell.addresses.includes(message.script));
    else if (message.type === 'adopt') event.waitUntil(caches.adopt(message.files));
    else if (message.type === 'titles') event.waitUntil(caches.keepTitles(message));
    else event.waitUntil(scope.skipWaiting());
  });
  scope.addEventListener('fetch', (event) => {
    switch (ruleRequest(event.request, scope.location.origin)) {
      case 'page': {
        const page = answerPage(event, means);
        event.respondWith(page);
        renewOnce(event, page);
        break;
      }
      case 'asset':
        event.respondWith(answerFile(event, means));
        break;
      case 'titles':
        event.respondWith(answerTitles(event, means));
        break;
      case 'none':
        break;
    }
  });
}

/** Browsers that do not know such rules ask the worker all the same, which leaves these requests alone. */
async function bypass(event: InstallEvent): Promise<void> {
  const rules = NEVER_OURS.map((urlPattern) => ({ condition: { urlPattern }, source: 'network' as const }));
  await event.addRoutes?.(rules).catch(() => {});
}
