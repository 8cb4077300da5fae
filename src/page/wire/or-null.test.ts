import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { orNull } from './or-null.ts';
import { wireQuery } from './page-query.ts';
import type { PageServices } from './page-services.ts';

function answer(code: string): Promise<unknown> {
  const services: PageServices = {
    callWire: async () => ({ success: false, error: 'x', code }),
    nowPlaying: () => [],
    schedule: () => null,
    station: () => {
      throw new Error('No query here asks for the station.');
    },
  };
  const query = wireQuery('chart-weeks', {}, 'fr', async () => z.array(z.string()));
  return orNull(query, 'artist_not_found').onServer(services);
}

test.each(['artist_not_found', 'invalid_parameter'])(
  '%s is an answer: there is no such thing',
  async (code) => {
    expect(await answer(code)).toBeNull();
  },
);

test('any other refusal is a failure', async () => {
  await expect(answer('unavailable')).rejects.toMatchObject({ code: 'unavailable' });
});
