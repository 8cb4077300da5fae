import { setImmediate } from 'node:timers/promises';
import { beforeEach, expect, test } from 'vitest';
import { PAGE_PATIENCE_MS } from '#src/contract/limits.ts';
import { ManualClock } from '#src/platform/clock/testing/manual-clock.ts';
import { startWorker } from './start-worker.ts';
import { FakeScope } from './testing/fake-scope.ts';

const SCRIPT = '/assets/entry-1a.js';
const OURS = {
  'content-type': 'text/html; charset=utf-8',
  'cross-origin-opener-policy': 'same-origin-allow-popups',
};
const html = (text: string, headers: Record<string, string> = OURS) => {
  const page = new Response(text, { headers });
  // The browser says so of what the radio itself has answered.
  Object.defineProperty(page, 'type', { value: 'basic' });
  const clone = page.clone.bind(page);
  return Object.assign(page, { clone: () => Object.defineProperty(clone(), 'type', { value: 'basic' }) });
};
/** As a network answers in place of the radio, whose address it keeps. */
const portal = async () => html('sign in', { 'content-type': 'text/html' });
const never = () => new Promise<Response>(() => {});

let scope: FakeScope;
let clock: ManualClock;

function start(version = 'one', addresses = [SCRIPT]): FakeScope {
  startWorker(scope, { version, addresses }, clock);
  return scope;
}

beforeEach(() => {
  scope = new FakeScope();
  clock = new ManualClock();
  scope.radio.set(SCRIPT, async () => new Response('script'));
  scope.radio.set('/offline.html', async () => html('no connection'));
  scope.radio.set('/titre.json', async () => Response.json([]));
});

test('a worker has the build’s files, the offline page and titles before it begins [R87]', async () => {
  await start().install();
  expect([...(scope.stores.get('onde-files-one')?.keys() ?? [])]).toEqual([SCRIPT, '/offline.html']);
  expect([...(scope.stores.get('onde-titles')?.keys() ?? [])]).toEqual(['/titre.json']);
  await scope.activate();
  expect(scope.preloads).toBe(true);
});

test('a worker that cannot have its files is none: the one before it stays', async () => {
  scope.radio.delete(SCRIPT);
  await expect(start().install()).rejects.toThrow();
  expect(scope.hasTakenOver).toBe(false);
});

test('a worker of a newer build removes what the older kept, and leaves others’ alone [R88]', async () => {
  for (const name of ['onde-files-old', 'onde-pages-old', 'onde-titles', 'somebody-else'])
    await scope.caches.open(name);
  await start().install();
  await scope.activate();
  expect([...scope.stores.keys()].sort()).toEqual(['onde-files-one', 'onde-titles', 'somebody-else']);
});

test('a page comes from the radio, and its copy is kept', async () => {
  scope.radio.set('/fr/dance', async () => html('fresh'));
  start();
  const { text, work } = scope.ask('/fr/dance', { opens: true });
  expect(await text()).toBe('fresh');
  await work;
  expect([...(scope.stores.get('onde-pages-one')?.keys() ?? [])]).toEqual(['/fr/dance']);
});

test('a copy is kept by the address of the page alone, without a fragment', async () => {
  scope.radio.set('/fr/dance', async () => html('fresh'));
  start();
  const { text, work } = scope.ask('/fr/dance#comments', { opens: true });
  expect(await text()).toBe('fresh');
  await work;
  expect([...(scope.stores.get('onde-pages-one')?.keys() ?? [])]).toEqual(['/fr/dance']);
});

test('a page that was asked for while the worker started is not asked for again', async () => {
  start();
  expect(await scope.ask('/fr/dance', { opens: true, preloaded: html('early') }).text()).toBe('early');
  expect(scope.asked).not.toContain('/fr/dance');
});

test('while the radio takes its time the copy is shown; without one the page is waited for [R87]', async () => {
  scope.radio.set('/fr/dance', async () => html('kept'));
  start();
  await scope.ask('/fr/dance', { opens: true }).work;
  const late = Promise.withResolvers<Response>();
  scope.radio.set('/fr/dance', () => late.promise);
  scope.radio.set('/fr/hits', () => late.promise);
  const known = scope.ask('/fr/dance', { opens: true });
  const unknown = scope.ask('/fr/hits', { opens: true });
  let isAnswered = false;
  void known.answer?.then(() => {
    isAnswered = true;
  });
  clock.advance(PAGE_PATIENCE_MS - 1);
  await setImmediate();
  expect(isAnswered).toBe(false);
  clock.advance(1);
  expect(await known.text()).toBe('kept');
  late.resolve(html('late'));
  expect(await unknown.text()).toBe('late');
});

test('without the radio the offline page stands, whatever is kept [R87]', async () => {
  scope.radio.set('/fr/dance', async () => html('kept'));
  await start().install();
  await scope.ask('/fr/dance', { opens: true }).work;
  scope.radio.clear();
  expect(await scope.ask('/fr/dance', { opens: true }).text()).toBe('no connection');
});

test('of the pages that were opened the last twenty are kept', async () => {
  start();
  for (let at = 0; at < 22; at += 1) {
    scope.radio.set(`/fr/dance/info-titre/t${at}`, async () => html(String(at)));
    await scope.ask(`/fr/dance/info-titre/t${at}`, { opens: true }).work;
  }
  const kept = [...(scope.stores.get('onde-pages-one')?.keys() ?? [])];
  expect([kept.length, kept[0]]).toEqual([20, '/fr/dance/info-titre/t2']);
});

test('a file of the build is asked for once; one that is gone is not kept', async () => {
  start();
  scope.radio.set('/assets/page-2b.js', async () => new Response('page'));
  await scope.ask('/assets/page-2b.js').work;
  scope.radio.set('/assets/gone-3c.js', async () => new Response('', { status: 404 }));
  await scope.ask('/assets/gone-3c.js').work;
  scope.radio.clear();
  expect(await scope.ask('/assets/page-2b.js').text()).toBe('page');
  await expect(scope.ask('/assets/gone-3c.js').text()).rejects.toThrow();
});

test('what another has answered in place of the radio is kept neither as a file nor as the offline page [R228]', async () => {
  const elsewhere = async () => Object.defineProperty(new Response('sign in'), 'redirected', { value: true });
  await start().install();
  scope.radio.set('/assets/page-2b.js', portal);
  scope.radio.set('/assets/page-3c.js', elsewhere);
  scope.radio.set('/assets/fr-9z.js', portal);
  scope.radio.set('/offline.html', elsewhere);
  scope.radio.set('/fr/dance', portal);
  for (const file of ['/assets/page-2b.js', '/assets/page-3c.js']) await scope.ask(file).work;
  await scope.tell({ type: 'adopt', files: ['/assets/fr-9z.js'] });
  await scope.ask('/fr/dance', { opens: true }).work;
  expect([...(scope.stores.get('onde-files-one')?.keys() ?? [])]).toEqual([SCRIPT, '/offline.html']);
  for (const file of ['/assets/page-2b.js', '/assets/page-3c.js'])
    scope.radio.set(file, async () => new Response('script'));
  expect(await scope.ask('/assets/page-2b.js').text()).toBe('script');
  expect(await scope.ask('/assets/page-3c.js').text()).toBe('script');
  scope.radio.clear();
  expect(await scope.ask('/fr/dance', { opens: true }).text()).toBe('no connection');
});

test('a worker whose files another has answered is none [R228]', async () => {
  scope.radio.set(SCRIPT, portal);
  await expect(start().install()).rejects.toThrow();
});

test('the page of a network that asks to sign in is shown, and kept as no page [R228]', async () => {
  await start().install();
  scope.radio.set('/offline.html', portal);
  scope.radio.set('/fr/dance', portal);
  const asked = scope.ask('/fr/dance', { opens: true });
  expect(await asked.text()).toBe('sign in');
  await asked.work;
  expect([...(scope.stores.get('onde-pages-one')?.keys() ?? [])]).toEqual([]);
  scope.radio.clear();
  expect(await scope.ask('/fr/dance', { opens: true }).text()).toBe('no connection');
});

test('what is no titles leaves the last known ones, when a newer build comes too [R228]', async () => {
  await start().install();
  await scope.tell({ type: 'titles', titles: [{ titre: 'a' }], atMs: 0 });
  scope.radio.set('/titre.json', portal);
  await start('two').install(1);
  expect(await scope.stores.get('onde-titles')?.get('/titre.json')?.clone().text()).toBe('[{"titre":"a"}]');
  for (const answer of [portal, async () => Response.json({ error: 'busy' }, { status: 503 })]) {
    scope.radio.set('/titre.json', answer);
    expect(await scope.ask('/titre.json?kept').text()).toBe('[{"titre":"a"}]');
  }
});

test('where the browser refuses its store, pages and files come from the radio [R214]', async () => {
  scope.radio.set('/fr/dance', async () => html('fresh'));
  await start().install();
  const opened = scope.caches.open;
  scope.caches.open = async () => {
    throw new TypeError('Unexpected internal error.');
  };
  const file = scope.ask(SCRIPT);
  expect(await file.text()).toBe('script');
  await file.work;
  const late = Promise.withResolvers<Response>();
  scope.radio.set('/fr/hits', () => late.promise);
  const page = scope.ask('/fr/hits', { opens: true });
  clock.advance(PAGE_PATIENCE_MS);
  await setImmediate();
  late.resolve(html('late'));
  expect(await page.text()).toBe('late');
  await page.work;
  expect(await scope.ask('/titre.json?kept').text()).toBe('[]');
  scope.caches.open = opened;
  expect(await scope.ask(SCRIPT).text()).toBe('script');
});

test('without the radio the last titles stand that a page has told, with their time [R87]', async () => {
  await start().install();
  expect(await scope.ask('/titre.json?kept').text()).toBe('[]');
  const atMs = Date.UTC(2026, 4, 3, 12, 30);
  await scope.tell({ type: 'titles', titles: [{ titre: 'a' }], atMs });
  for (const noise of [{ titles: 'none', atMs }, { titles: [] }])
    await scope.tell({ type: 'titles', ...noise });
  scope.radio.clear();
  const kept = await scope.ask('/titre.json?kept').answer;
  expect(await kept?.json()).toEqual([{ titre: 'a' }]);
  expect(kept?.headers.get('date')).toBe('Sun, 03 May 2026 12:30:00 GMT');
  expect(scope.ask('/titre.json').answer).toBeNull();
});

test('the offline page is the radio’s present one, whatever the browser has kept of it [R87]', async () => {
  const answer = (name: string) => async () =>
    html(name, { ...OURS, 'cache-control': 'public, max-age=3600' });
  scope.radio.set('/offline.html', answer('Brise'));
  await start().install();
  // Another name for the station, and a worker of the next build: the page is an hour old at most everywhere
  // else.
  scope.radio.set('/offline.html', answer('Onde'));
  scope.radio.set('/fr/dance', async () => html('fresh'));
  await scope.ask('/fr/dance', { opens: true }).work;
  expect(await scope.stores.get('onde-files-one')?.get('/offline.html')?.clone().text()).toBe('Onde');
  scope.radio.set('/offline.html', answer('Onde anew'));
  start('two');
  await scope.install(1);
  expect(await scope.stores.get('onde-files-two')?.get('/offline.html')?.clone().text()).toBe('Onde anew');
});

test('a radio that takes its time does not keep the offline page without titles [R87]', async () => {
  await start().install();
  await scope.tell({ type: 'titles', titles: [{ titre: 'a' }], atMs: 0 });
  scope.radio.set('/titre.json', never);
  const { text } = scope.ask('/titre.json?kept');
  clock.advance(PAGE_PATIENCE_MS);
  expect(await text()).toBe('[{"titre":"a"}]');
});

test('a stream is the browser’s own, also while another answer is awaited [R86]', () => {
  scope.radio.set('/fr/dance', never);
  start();
  scope.ask('/fr/dance', { opens: true });
  expect(scope.ask('/stream/dance.mp3').answer).toBeNull();
});

test('a worker knows the scripts of its build, adopts files of it, and takes over when it is told [R88]', async () => {
  start();
  expect(await scope.tell({ type: 'knows', script: SCRIPT })).toEqual([true]);
  expect(await scope.tell({ type: 'knows', script: '/assets/entry-2b.js' })).toEqual([false]);
  scope.radio.set('/assets/fr-9z.js', async () => new Response('texts'));
  await scope.tell({ type: 'adopt', files: ['/assets/fr-9z.js', '/api-proxy.php?endpoint=profile', 7] });
  expect([...(scope.stores.get('onde-files-one')?.keys() ?? [])]).toEqual(['/assets/fr-9z.js']);
  for (const noise of [null, 'take-over', { type: 'knows' }, { type: 'other' }]) await scope.tell(noise);
  expect(scope.hasTakenOver).toBe(false);
  await scope.tell({ type: 'take-over' });
  expect(scope.hasTakenOver).toBe(true);
});
