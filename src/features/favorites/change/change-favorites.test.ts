import { expect, test, vi } from 'vitest';
import type { OwnArtists, OwnFavorites } from '#src/features/favorites/favorites.wire.ts';
import { testBrowser } from '#src/page/browser/testing/test-browser.ts';
import { nowPlayingQuery } from '#src/page/on-air/now-playing.query.ts';
import { queriesOf } from '#src/page/wire/query-client.ts';
import { type FavoriteChange, FavoriteWishes, wishArtist, wishTrack } from './change-favorites.ts';
import { ownArtistsQuery, ownTracksQuery } from './own-favorites.query.ts';

/** A server that answers when it is told to, and what is shown and sent. */
function setUp() {
  const seen: string[] = [];
  const answers: PromiseWithResolvers<void>[] = [];
  const change: FavoriteChange = {
    async show(isFavorite) {
      seen.push(`show ${isFavorite}`);
    },
    send(isFavorite) {
      seen.push(`send ${isFavorite}`);
      const answer = Promise.withResolvers<void>();
      answers.push(answer);
      return answer.promise;
    },
  };
  const wishes = new FavoriteWishes();
  const wish = (isWanted: boolean, key = 'a') => wishes.wish(key, isWanted, change);
  /** The next call that waits for its answer. */
  const next = async () => {
    await expect.poll(() => answers.length).toBeGreaterThan(0);
    return answers.shift();
  };
  return { seen, wish, next };
}

test('a wish shows before it is sent', async () => {
  const { seen, wish, next } = setUp();
  const kept = wish(true);
  (await next())?.resolve();
  expect(await kept).toBe(true);
  expect(seen).toEqual(['show true', 'send true', 'show true']);
});

test('a wish that is taken back while it is on its way is taken back at the server too', async () => {
  const { seen, wish, next } = setUp();
  const first = wish(true);
  const answer = await next();
  expect(await wish(false)).toBe(false);
  answer?.resolve();
  (await next())?.resolve();
  expect(await first).toBe(true);
  expect(seen).toEqual(['show true', 'send true', 'show false', 'show false', 'send false', 'show false']);
});

test('a wish that comes back to what is on its way is not sent again', async () => {
  const { seen, wish, next } = setUp();
  const first = wish(true);
  const answer = await next();
  await Promise.all([wish(false), wish(true)]);
  answer?.resolve();
  expect(await first).toBe(true);
  expect(seen.filter((what) => what.startsWith('send'))).toEqual(['send true']);
});

test('a refused wish shows again what the server has, and may be repeated', async () => {
  const { seen, wish, next } = setUp();
  const first = wish(true);
  (await next())?.reject(new Error('refused'));
  await expect(first).rejects.toThrow('refused');
  expect(seen.at(-1)).toBe('show false');
  const second = wish(true);
  (await next())?.resolve();
  expect(await second).toBe(true);
});

test('what was kept before a refusal stays', async () => {
  const { seen, wish, next } = setUp();
  const first = wish(true);
  const answer = await next();
  await wish(false);
  answer?.resolve();
  (await next())?.reject(new Error('refused'));
  await expect(first).rejects.toThrow('refused');
  expect(seen.at(-1)).toBe('show true');
});

test('wishes of different things do not wait for each other', async () => {
  const { seen, wish, next } = setUp();
  const both = [wish(true, 'a'), wish(true, 'b')];
  (await next())?.resolve();
  (await next())?.resolve();
  expect(await Promise.all(both)).toEqual([true, true]);
  expect(seen.filter((what) => what.startsWith('send'))).toHaveLength(2);
});

test('a favourite of just now is dated by the radio, whatever the visitor’s clock says [R240]', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ success: true, data: {} }));
  const browser = testBrowser();
  const queries = queriesOf(browser);
  const lea = { userId: '7', language: 'fr' } as const;
  const radioMs = Date.now() - 3 * 24 * 3_600_000;
  const track = { artist: 'Nova Kessler', slug: 'midnight-ferry', pochette: '' };
  const onAir = { version: 'onde', artiste: '', titre: '', pochette: '', slug: '', duration: 180 };
  queries.setQueryData(nowPlayingQuery.queryKey, [
    { ...onAir, started_at: new Date(radioMs - 60_000).toISOString() },
  ]);
  const { queryKey: tracks } = ownTracksQuery(lea.userId, lea.language);
  const { queryKey: artists } = ownArtistsQuery(lea.userId, lea.language);
  queries.setQueryData(tracks, { favorites: [] });
  queries.setQueryData(artists, { artists: [] });
  await wishTrack(
    browser,
    lea,
    { ...track, titre: 'Nova Kessler - Midnight Ferry', title: 'Midnight Ferry' },
    true,
  );
  await wishArtist(browser, lea, track.artist, true);
  const dates = [
    ...(queries.getQueryData<OwnFavorites>(tracks)?.favorites ?? []),
    ...(queries.getQueryData<OwnArtists>(artists)?.artists ?? []),
  ].map(({ added_date }) => Math.abs(Date.parse(added_date) - radioMs) < 3 * 60_000);
  expect(dates).toEqual([true, true]);
});
