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
