import { hydrate, QueryClient } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import type { PageServices } from '#src/page/page-services.ts';
import { askAll, askOnServer, packAnswers } from './ask.ts';
import { wireQuery } from './page-query.ts';

const schema = async () => z.array(z.string());

/** Answers one endpoint; everything else fails as the wire does. */
const services: PageServices = {
  callWire: async (endpoint, parameters, language) =>
    endpoint === 'podcasts'
      ? { success: true, data: [parameters.version, language] }
      : { success: false, error: 'x', code: 'internal' },
  nowPlaying: () => [],
  schedule: () => null,
  station: () => {
    throw new Error('No query here asks for the station.');
  },
};

async function arrive(...queries: ReturnType<typeof wireQuery<string[]>>[]): Promise<QueryClient> {
  const server = new QueryClient();
  await askAll(askOnServer(server, services), queries);
  const client = new QueryClient();
  hydrate(client, JSON.parse(JSON.stringify(packAnswers(server))));
  return client;
}

describe('what the server asks for', () => {
  it('sends an answer along under the key that the browser asks for', async () => {
    const query = wireQuery('podcasts', { version: 'club' }, 'de', schema);
    const client = await arrive(query);
    expect(client.getQueryData(query.queryKey)).toEqual(['club', 'de']);
  });

  it('sends a failure along as a failure, and the other answers with it', async () => {
    const failing = wireQuery('top20', {}, 'fr', schema);
    const query = wireQuery('podcasts', { version: 'club' }, 'fr', schema);
    const client = await arrive(failing, query);
    expect(client.getQueryState(failing.queryKey)).toMatchObject({ status: 'error', fetchStatus: 'idle' });
    expect(client.getQueryData(query.queryKey)).toEqual(['club', 'fr']);
  });
});
