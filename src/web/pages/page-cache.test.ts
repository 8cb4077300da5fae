import { expect, test } from 'vitest';
import { ManualClock } from '#src/platform/clock/testing/manual-clock.ts';
import { StoredAnswer } from '#src/web/answers/stored-answer.ts';
import { PageCache } from './page-cache.ts';

function setUp(limitBytes = 1_000) {
  const clock = new ManualClock();
  const cache = new PageCache({ clock, keptMs: 2_000, limitBytes });
  const rendered: string[] = [];
  const get = (key: string, sizeBytes = 10) =>
    cache.get(key, ['page', `about-${key}`], async () => {
      rendered.push(key);
      return new StoredAnswer(200, new Headers(), new Uint8Array(sizeBytes));
    });
  return { clock, cache, rendered, get };
}

test('many visitors of one page at once have it rendered once', async () => {
  const { rendered, get } = setUp();
  const pages = await Promise.all([get('/fr'), get('/fr'), get('/en'), get('/fr')]);
  expect(rendered).toEqual(['/fr', '/en']);
  expect(pages[0]).toBe(pages[3]);
});

test('a page is rendered anew after its two seconds', async () => {
  const { clock, rendered, get } = setUp();
  await get('/fr');
  clock.advance(1_999);
  await get('/fr');
  expect(rendered).toHaveLength(1);
  clock.advance(1);
  await get('/fr');
  expect(rendered).toHaveLength(2);
});

/** A page that has been kept for this long, and is then asked for while it takes its time to be drawn anew. */
async function askSlow(ageMs: number) {
  const { clock, cache, get } = setUp();
  const before = await get('/fr');
  clock.advance(ageMs);
  const after = new StoredAnswer(200, new Headers(), new Uint8Array(9));
  const drawn = Promise.withResolvers<StoredAnswer>();
  const ask = () => cache.get('/fr', [], () => drawn.promise);
  /** What has been answered by now; null while it is waited for. */
  const byNow = (answer: Promise<StoredAnswer>) =>
    Promise.race([answer, new Promise<null>((resolve) => setImmediate(() => resolve(null)))]);
  return { clock, cache, before, after, drawn, ask, byNow };
}

test('a page that takes its time to be drawn anew is answered with the one before, and with itself once it is there', async () => {
  const { clock, cache, before, after, drawn, ask, byNow } = await askSlow(2_000);
  const first = ask();
  clock.advance(499);
  expect(await byNow(first)).toBeNull();
  clock.advance(1);
  expect(await first).toBe(before);
  expect(await ask()).toBe(before);
  // Too old by now.
  clock.advance(5_500);
  const waiting = ask();
  expect(await byNow(waiting)).toBeNull();
  drawn.resolve(after);
  expect(await waiting).toBe(after);
  expect([await ask(), cache.peek('/fr')]).toEqual([after, after]);
});

test('a page that is drawn anew in time is answered with that, one that failed with its failure', async () => {
  const quick = await askSlow(2_000);
  const answer = quick.ask();
  quick.drawn.resolve(quick.after);
  expect(await answer).toBe(quick.after);
  const broken = await askSlow(2_000);
  const failing = broken.ask();
  broken.drawn.reject(new Error('broken'));
  await expect(failing).rejects.toThrow('broken');
});

test('nobody gets a page before that is too old, or forgotten', async () => {
  const old = await askSlow(7_500);
  const late = old.ask();
  old.clock.advance(10_000);
  expect(await old.byNow(late)).toBeNull();
  const changed = await askSlow(2_000);
  changed.cache.clear();
  const anew = changed.ask();
  changed.clock.advance(10_000);
  expect(await changed.byNow(anew)).toBeNull();
});

test('a page that failed to render is tried again by the next visitor', async () => {
  const { cache, get, rendered } = setUp();
  await expect(cache.get('/fr', [], () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  await get('/fr');
  expect(rendered).toEqual(['/fr']);
});

test('addresses made up by a robot push out the oldest pages, not the memory', async () => {
  const { rendered, get } = setUp(100);
  await get('/fr', 60);
  await get('/fr?1', 60);
  await get('/fr?1', 60);
  await get('/fr', 60);
  expect(rendered).toEqual(['/fr', '/fr?1', '/fr']);
});

test('pages of a tag are forgotten, one that is being rendered too: its callers get it, and nobody else [W213]', async () => {
  const { cache, rendered, get } = setUp();
  await get('/fr');
  const underWay = get('/en');
  cache.forget(['about-/en', 'about-/de']);
  await underWay;
  await Promise.all([get('/fr'), get('/en')]);
  expect(rendered).toEqual(['/fr', '/en', '/en']);
  cache.forget(['page']);
  await get('/fr');
  expect(rendered).toEqual(['/fr', '/en', '/en', '/fr']);
});
