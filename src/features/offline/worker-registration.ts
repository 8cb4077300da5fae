import { RELOAD_PATIENCE_MS, VERSION_CHECK_EVERY_MS } from '#src/contract/limits.ts';
import { WORKER_PATH } from '#src/page/address/paths.ts';
import type { Clock } from '#src/platform/clock/clock.ts';
import type { WorkerMessage } from './worker-messages.ts';

/** Reloads the page with the new version; the visitor has asked for it. */
export type Reload = () => void;

/** What the page knows to be on air, and when it came; null before. */
export type KnownTitles = () => { readonly titles: readonly unknown[]; readonly atMs: number } | null;

/**
 * Has this browser keep the worker of the page's build, and watches for a newer one [R88]. Whatever fails,
 * the site works as without a worker.
 * @param tell called when the page is of an older build than the radio's
 */
export async function keepWorker(
  tell: (reload: Reload) => void,
  known: KnownTitles,
  clock: Clock,
): Promise<void> {
  // Only a secure page has workers, and a private window may have none.
  const { serviceWorker } = navigator;
  if (serviceWorker === undefined) return;
  try {
    await serviceWorker.register(WORKER_PATH, { updateViaCache: 'none' });
    const registration = await serviceWorker.getRegistration();
    if (registration === undefined) return;
    follow(registration, tell, clock);
    handOverTitles(registration, known);
  } catch {
    // Storage is full or blocked, or the radio away: the next visit tries again.
  }
}

function follow(registration: ServiceWorkerRegistration, tell: (reload: Reload) => void, clock: Clock): void {
  let isOwed = false;
  const look = async () => {
    const { waiting, active } = registration;
    if (waiting === null || active === null) return;
    // The page may be newer than the active worker: then there is nothing to tell.
    if (await isOfThisBuild(waiting)) send(waiting, { type: 'take-over' });
    else if (document.visibilityState !== 'hidden') tell(() => reloadWith(waiting, clock));
    // Words that come while nobody looks are gone by the time that somebody does.
    else if (!isOwed) {
      isOwed = true;
      document.addEventListener('visibilitychange', lookAgain, { once: true });
    }
  };
  const lookAgain = () => {
    isOwed = false;
    void look();
  };
  const followInstall = () => {
    const { installing } = registration;
    installing?.addEventListener('statechange', () => {
      if (installing.state === 'installed') void look();
    });
  };
  void look();
  followInstall();
  registration.addEventListener('updatefound', followInstall);
  if (navigator.serviceWorker.controller === null) void adoptFiles();
  // A radio's page may stay open for days, and browsers look for a new worker only when a page is opened.
  clock.every(VERSION_CHECK_EVERY_MS, () => {
    registration.update().then(look, () => {});
  });
}

/**
 * Tells the worker, when the page is hidden or the network goes, what was on air: its offline page shows it.
 */
function handOverTitles(registration: ServiceWorkerRegistration, known: KnownTitles): void {
  const tellTitles = () => {
    const titles = known();
    if (titles !== null && registration.active !== null)
      send(registration.active, { type: 'titles', ...titles });
  };
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') tellTitles();
  });
  addEventListener('offline', tellTitles);
}

/** Hands over the files that this page loaded before the worker was there. */
async function adoptFiles(): Promise<void> {
  const { active } = await navigator.serviceWorker.ready;
  const files = performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name, location.href))
    .filter(({ origin, pathname }) => origin === location.origin && pathname.startsWith('/assets/'))
    .map(({ pathname }) => pathname);
  if (active !== null) send(active, { type: 'adopt', files });
}

/**
 * Asks the worker whether it is of this build: the name
 * of the page's entry carries a hash of the whole build.
 */
function isOfThisBuild(worker: ServiceWorker): Promise<boolean> {
  const script = document.querySelector('link[rel="modulepreload"]')?.getAttribute('href') ?? '';
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => resolve(data === true);
    send(worker, { type: 'knows', script }, [port2]);
  });
}

function reloadWith(worker: ServiceWorker, clock: Pick<Clock, 'after'>): void {
  const { serviceWorker } = navigator;
  if (serviceWorker.controller === null) location.reload();
  else {
    let isReloading = false;
    const reload = () => {
      // A second one would begin a page anew that a slow network is bringing.
      if (isReloading) return;
      isReloading = true;
      location.reload();
    };
    serviceWorker.addEventListener('controllerchange', reload, { once: true });
    // A browser may let the older worker finish for minutes; that one brings the new pages too.
    clock.after(RELOAD_PATIENCE_MS, reload);
  }
  send(worker, { type: 'take-over' });
}

function send(worker: ServiceWorker, message: WorkerMessage, ports: Transferable[] = []): void {
  worker.postMessage(message, ports);
}
