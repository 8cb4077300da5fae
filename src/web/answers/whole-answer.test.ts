import { createServer } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { WholeAnswer } from './whole-answer.ts';

test.each([
  ['bytes', new TextEncoder().encode('Onde'), 200],
  ['nothing', null, 304],
])('%s with all headers are sent, and read as any answer', async (_, bytes, status) => {
  const headers = { etag: 'W/"one"', 'x-name': 'é' };
  const answer = () => new WholeAnswer(bytes, { status, headers: new Headers(headers) });
  const server = createServer((_request, response) => answer().send(response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const sent = await fetch(`http://127.0.0.1:${port}`);
  expect([sent.status, Object.fromEntries(sent.headers)]).toMatchObject([status, headers]);
  expect(await sent.text()).toBe(await answer().text());
});
