import { expect, test } from 'vitest';
import { type FavoriteChange, FavoriteWishes } from './change-favorites.ts';

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
