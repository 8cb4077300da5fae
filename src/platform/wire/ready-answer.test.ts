import { Agent, createServer, get, type IncomingMessage, type Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { KEEP_ALIVE_MS, ReadyAnswer } from './ready-answer.ts';

const BODY = Buffer.from('Onde '.repeat(4_000));
const HEADERS = ['Content-Type', 'text/plain', 'X-Name', 'é', 'Content-Length', String(BODY.length)];
const ready = new ReadyAnswer(HEADERS, BODY);

let server: Server;
let port: number;
/** Whether each request so far was answered by what lay ready. */
let sent: boolean[];
/** What the server was told of each answer. */
let told: string[];
let connections: number;
let stack: AsyncDisposableStack;
beforeEach(async () => {
  [sent, told, connections] = [[], [], 0];
  stack = new AsyncDisposableStack();
  server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, (request, response) => {
    response.once('finish', () => told.push(`finish ${response.statusCode}`));
    response.once('close', () => told.push('close'));
    const isSent = request.url !== '/other' && ready.send(request, response);
    sent.push(isSent);
    if (!isSent) response.writeHead(200, HEADERS).end(BODY);
  });
  server.on('connection', () => (connections += 1));
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const address = server.address();
  port = typeof address === 'object' && address !== null ? address.port : 0;
  stack.defer(() => new Promise((closed) => server.close(() => closed())));
});
afterEach(() => stack.disposeAsync());

async function ask(agent: Agent | false, path = '/'): Promise<IncomingMessage> {
  const answer = await new Promise<IncomingMessage>((resolve, reject) =>
    get({ port, path, agent }, resolve).once('error', reject),
  );
  expect(await buffer(answer)).toEqual(BODY);
  return answer;
}

function openAgent(): Agent {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  stack.defer(() => agent.destroy());
  return agent;
}

/** What a server writes on a connection on which these requests come at once, until it has been silent or has ended. */
async function written(requests: string, isWhole: (text: string) => boolean): Promise<string> {
  const socket: Socket = connect({ port, host: '127.0.0.1' });
  socket.write(requests);
  let text = '';
  await new Promise<void>((resolve) => {
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString('latin1');
      if (isWhole(text)) resolve();
    });
    socket.once('close', () => resolve());
  });
  socket.destroy();
  return text;
}
const answersIn = (text: string) => text.split('HTTP/1.1 200 OK').length - 1;

test('what lies ready is sent as Node would send it', async () => {
  const agent = openAgent();
  const [first, other] = [await ask(agent), await ask(agent, '/other')];
  expect(sent).toEqual([true, false]);
  expect(first.headers).toEqual({ ...other.headers, date: first.headers.date });
  expect(Date.parse(first.headers.date ?? '')).toBeGreaterThan(Date.now() - 5_000);
});

test('what the caller has already is told as Node would tell it', async () => {
  const head = ['ETag', '"one"', 'X-Name', 'é'];
  const known = new ReadyAnswer(head, Buffer.alloc(0), 304);
  server.removeAllListeners('request').on('request', (request, response) => {
    response.once('finish', () => told.push(`finish ${response.statusCode}`));
    const isSent = request.url !== '/other' && known.send(request, response);
    sent.push(isSent);
    if (!isSent) response.writeHead(304, head).end();
  });
  const agent = openAgent();
  const answers: IncomingMessage[] = [];
  for (const path of ['/', '/other', '/'])
    answers.push(
      await new Promise<IncomingMessage>((resolve) =>
        get({ port, path, agent }, (answer) => answer.resume().once('end', () => resolve(answer))),
      ),
    );
  expect([sent, connections]).toEqual([[true, false, true], 1]);
  expect(told).toEqual(Array(3).fill('finish 304'));
  const [first, other] = answers;
  expect(first?.statusCode).toBe(304);
  expect({ ...first?.headers, date: '' }).toEqual({ ...other?.headers, date: '' });
});

test('a date that an answer brings stays the only one', async () => {
  const date = 'Thu, 26 Nov 2026 08:00:00 GMT';
  const dated = new ReadyAnswer([...HEADERS, 'Date', date], BODY);
  server.removeAllListeners('request').on('request', (request, response) => dated.send(request, response));
  const { rawHeaders } = await ask(openAgent());
  expect(rawHeaders.filter((_, at) => /^date$/i.test(rawHeaders[at - 1] ?? ''))).toEqual([date]);
});

test('a connection goes on afterwards, and whoever waits for an answer is told', async () => {
  const agent = openAgent();
  for (let count = 0; count < 20; count++) await ask(agent);
  expect(connections).toBe(1);
  expect(sent).toEqual(Array(20).fill(true));
  await expect.poll(() => told).toEqual(Array(20).fill(['finish 200', 'close']).flat());
});

test('requests that come at once are answered in their order', async () => {
  const line = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`;
  const text = await written(line('/') + line('/other') + line('/') + line('/'), (text) => {
    return answersIn(text) === 4 && text.endsWith('Onde ') && text.length > 4 * BODY.length;
  });
  expect(answersIn(text)).toBe(4);
  expect(text.length).toBeGreaterThan(4 * BODY.length);
});

test('a connection that ends with its answer is left to Node', async () => {
  const closing = await ask(false);
  expect(closing.headers.connection).toBe('close');
  const old = await written('GET / HTTP/1.0\r\n\r\n', () => false);
  expect(old).toContain('Connection: close');
  expect(sent).toEqual([false, false]);
});

test('a client that takes nothing is not sent one answer after the other', async () => {
  const socket = connect({ port, host: '127.0.0.1' });
  stack.defer(() => void socket.destroy());
  socket.pause();
  socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(20_000));
  await expect.poll(() => sent.includes(false)).toBe(true);
  const before = sent.length;
  await ask(false);
  // Those of the client that takes nothing wait in the connection.
  expect(sent.length).toBeLessThan(20_000);
  expect(sent.length - before).toBeLessThan(1_000);
});

test('a server that stops ends the connections that wait for nothing', async () => {
  const agent = openAgent();
  await ask(agent);
  await new Promise<void>((closed) => server.close(() => closed()));
  expect(sent).toEqual([true]);
});
