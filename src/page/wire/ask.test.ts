import { QueryClient } from '@tanstack/react-query';
import { describe, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { LANGUAGES, type Language } from '#src/contract/languages.ts';
import { askAll, askInBrowser, askOnServer, packAnswers, unpackAnswers } from './ask.ts';
import { type PageQuery, wireQuery } from './page-query.ts';
import type { PageServices } from './page-services.ts';

const importCount = async () => z.object({ count: z.number(), tracks: z.number(), artists: z.number() });

/** Says what it was asked for. */
const counted = (id = '', language: Language) => ({
  count: Number(id),
  tracks: LANGUAGES.indexOf(language),
  artists: 0,
});

/** Answers one endpoint; everything else fails as the wire does. */
const services: PageServices = {
  callWire: async (endpoint, parameters, language) =>
    endpoint === 'favorites&action=count'
      ? { success: true, data: counted(parameters.user_id, language) }
      : { success: false, error: 'x', code: 'internal' },
  nowPlaying: () => [],
  schedule: () => null,
  station: () => {
    throw new Error('No query here asks for the station.');
  },
};

async function arrive(...queries: PageQuery<unknown>[]): Promise<QueryClient> {
  const server = new QueryClient();
  await askAll(askOnServer(server, services), queries);
  const client = new QueryClient();
  unpackAnswers(client, JSON.parse(JSON.stringify(packAnswers(server))));
  return client;
}

describe('what the server asks for', () => {
  test('sends an answer along under the key that the browser asks for', async () => {
    const query = wireQuery('favorites&action=count', { user_id: '7' }, 'de', importCount);
    const client = await arrive(query);
    expect(client.getQueryData(query.queryKey)).toEqual(counted('7', 'de'));
  });

  test('sends a failure along as a failure, and the other answers with it', async () => {
    const failing = wireQuery('chart-weeks', {}, 'fr', async () => z.array(z.string()));
    const query = wireQuery('favorites&action=count', { user_id: '7' }, 'fr', importCount);
    const client = await arrive(failing, query);
    expect(client.getQueryState(failing.queryKey)).toMatchObject({ status: 'error', fetchStatus: 'idle' });
    expect(client.getQueryData(query.queryKey)).toEqual(counted('7', 'fr'));
  });
});

test('a page that is opened asks once for what it waits for, whatever its queries do later', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: 3 } } });
  const fail = vi.fn(async () => {
    throw new Error('away');
  });
  const ask = askInBrowser(client);
  await expect(ask({ queryKey: ['anything'], queryFn: fail, onServer: fail })).rejects.toThrow('away');
  expect(fail).toHaveBeenCalledTimes(1);
});
