import { PAGE_PATIENCE_MS } from '#src/contract/limits.ts';
import { readMessage } from '#src/features/offline/worker-messages.ts';
import { OFFLINE_PATH } from '#src/page/address/paths.ts';
import type { Clock } from '#src/platform/clock/clock.ts';
import { isKept, isTitles, ruleRequest } from './rule-request.ts';
import { isFile, type Shell, WorkerCaches } from './worker-caches.ts';
import type { FetchEvent, InstallEvent, LastingEvent, RoutePattern, WorkerScope } from './worker-scope.ts';

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

/** What a worker needs for its answers. */
interface Means {
  readonly scope: Pick<WorkerScope, 'fetch'>;
  readonly caches: WorkerCaches;
  readonly clock: Pick<Clock, 'after'>;
}

/**
 * Answers the address of a page [R87]: from the radio; from this browser's copy when the radio takes its
 * time; by the offline page when it cannot be reached. A copy never stands in for a radio out of reach: it
 * would say "live" of what is not.
 */
async function answerPage(event: FetchEvent, { scope, caches, clock }: Means): Promise<Response> {
  const { request } = event;
  const coming = askForPage(event, scope).then((page) => ({
    page,
    copy: isKept(request.url, page) ? page.clone() : null,
  }));
  event.waitUntil(coming.then(({ copy }) => copy && caches.keepPage(request.url, copy)).catch(() => {}));
  const page = coming.then(
    ({ page }) => page,
    async (error: unknown) => {
      const offline = await ifKept(caches.files().then((files) => files.match(OFFLINE_PATH)));
      if (offline === undefined) throw error;
      return offline;
    },
  );
  const copy = await Promise.race([
    page.then(() => undefined),
    new Promise<void>((resolve) => clock.after(PAGE_PATIENCE_MS, resolve)).then(() =>
      ifKept(caches.pages().then((pages) => pages.match(request.url, { ignoreVary: true }))),
    ),
  ]);
  return copy ?? page;
}

async function askForPage(event: FetchEvent, scope: Means['scope']): Promise<Response> {
  return (await event.preloadResponse) ?? scope.fetch(event.request);
}

/**
 * Answers the offline page's question for titles: with those on air, or with the last known ones when the
 * radio is out of reach or takes its time [R87].
 */
async function answerTitles(
  { request }: Pick<FetchEvent, 'request'>,
  { scope, caches, clock }: Means,
): Promise<Response> {
  const coming = scope.fetch(request);
  const late = new Promise<undefined>((resolve) => clock.after(PAGE_PATIENCE_MS, () => resolve(undefined)));
  const answer = await Promise.race([coming.catch(() => undefined), late]);
  if (answer !== undefined && isTitles(answer)) return answer;
  return (await ifKept(caches.lastTitles())) ?? coming;
}

/** Answers with a file of the build. Its name carries a hash, so a kept copy is never outdated. */
async function answerFile(
  event: Pick<FetchEvent, 'request' | 'waitUntil'>,
  { scope, caches }: Means,
): Promise<Response> {
  const { request } = event;
  const kept = await ifKept(caches.files().then((files) => files.match(request.url)));
  if (kept !== undefined) return kept;
  const file = await scope.fetch(request);
  if (isFile(file)) {
    const copy = file.clone();
    event.waitUntil(
      caches
        .files()
        .then((files) => files.put(request.url, copy))
        .catch(() => {}),
    );
  }
  return file;
}

/**
 * What is kept; nothing where the browser refuses its store, as on a full disk or where that is spoilt: the radio
 * may have the answer all the same [R214].
 */
function ifKept(found: Promise<Response | undefined>): Promise<Response | undefined> {
  return found.catch(() => undefined);
}
