import { createServer } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { openExchange } from '#src/broadcast/http/exchange.ts';
import { Timeline } from '#src/broadcast/timeline/timeline.ts';
import { MarksDocuments } from './marks-documents.ts';

test('marks are written a few times a second, for all who ask; what is asked with a token stays out of shared caches', async () => {
  let countedMs = Date.UTC(2026, 10, 21, 12);
  let written = 0;
  const documents = new MarksDocuments({
    board: { wireMarks: () => [] },
    countedMs: () => countedMs,
    beforeMarks() {
      written += 1;
    },
  });
  const stream = { streamId: 'dance', timeline: new Timeline(0) } as const;
  const server = createServer((request, response) => {
    const exchange = openExchange(request, response);
    documents.answer(exchange, stream, 'guest', exchange.query.has('noads'));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => void server.close());
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const keptBy = async (query: string) =>
    (await fetch(`http://127.0.0.1:${port}/${query}`)).headers.get('cache-control');

  const asked = ['', '?noads=over', '', '?noads=over'];
  const kept: (string | null)[] = [];
  for (const query of asked) kept.push(await keptBy(query));
  const [forAll, forOne] = ['public, max-age=1', 'private, max-age=1'];
  expect([kept, written]).toEqual([[forAll, forOne, forAll, forOne], 2]);
  countedMs += 250;
  expect([await keptBy(''), written]).toEqual([forAll, 3]);
});
