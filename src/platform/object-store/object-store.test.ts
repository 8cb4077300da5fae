import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { OperatorError } from '#src/platform/errors/operator-error.ts';
import { ObjectStore } from './object-store.ts';
import { ACCESS, startStore } from './testing/start-store.ts';

const PART = { parts: { bytes: 100_000 } };

async function* pieces(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let from = 0; from < bytes.length; from += 10_003) yield bytes.subarray(from, from + 10_003);
}

async function read(store: ObjectStore, name: string): Promise<Buffer> {
  const all: Uint8Array[] = [];
  for await (const part of store.read(name)) all.push(part);
  return Buffer.concat(all);
}

test('[W176] small files and those of many parts come back as they were, and are listed below their prefix', async () => {
  const endpoint = await startStore();
  const store = new ObjectStore({ ...ACCESS, endpoint }, { bucket: 'onde', prefix: 'a/b' }, PART);
  const other = new ObjectStore({ ...ACCESS, endpoint }, { bucket: 'onde', prefix: 'a/bc' });
  const small = Buffer.from('sound');
  const large = Buffer.alloc(333_333, 'onde');
  large.writeUInt32BE(0xdeadbeef, 210_000);
  expect(await store.write('small', pieces(small))).toBe(small.length);
  expect(await store.write('large', pieces(large))).toBe(large.length);
  await other.write('elsewhere', pieces(small));
  expect((await store.list()).sort()).toEqual(['large', 'small']);
  expect((await read(store, 'large')).equals(large)).toBe(true);
  await store.remove('large');
  expect(await store.list()).toEqual(['small']);
  expect(await read(store, 'small')).toEqual(small);
  await expect(read(store, 'large')).rejects.toThrow(/has no a\/b\/large/);
});

test('a file whose source breaks off in the middle is not there', async () => {
  const endpoint = await startStore();
  const store = new ObjectStore({ ...ACCESS, endpoint }, { bucket: 'onde', prefix: '' }, PART);
  const broken = async function* () {
    yield Buffer.alloc(170_000);
    throw new Error('the disk is gone');
  };
  await expect(store.write('half', broken())).rejects.toThrow('the disk is gone');
  expect(await store.list()).toEqual([]);
});

interface Asked {
  readonly method: string;
  readonly url: string;
  readonly isForPart: boolean;
  readonly bytes: number;
}
const endsUpload = ({ method, url }: Asked) => method === 'POST' && url.includes('uploadId=');

/** A store whose answers to some requests, by default the ends of uploads, are changed on their way, in turn. */
async function startBehind(
  endpoint: string,
  spoil: ((pass: () => Promise<unknown>) => Promise<{ status: number; body: string }>)[],
  isSpoilt: (asked: Asked) => boolean = endsUpload,
): Promise<string> {
  const left = [...spoil];
  const server = createServer(async (request, reply) => {
    const body = await buffer(request);
    const { method = 'GET', url = '/', headers } = request;
    const pass = async () => {
      const { host: _, connection: __, 'content-length': ___, ...others } = headers;
      const answer = await fetch(`${endpoint}${url}`, {
        method,
        headers: others as Record<string, string>,
        ...(method === 'PUT' || method === 'POST' ? { body } : {}),
      });
      return { status: answer.status, answer, body: Buffer.from(await answer.arrayBuffer()) };
    };
    const isForPart = headers.range !== undefined;
    const change = isSpoilt({ method, url, isForPart, bytes: body.length }) ? left.shift() : undefined;
    if (change) {
      const { status, body: told } = await change(pass);
      reply.writeHead(status).end(told);
      return;
    }
    const { status, answer, body: told } = await pass();
    const length = method === 'HEAD' ? { 'content-length': answer.headers.get('content-length') ?? '0' } : {};
    const { etag = '' } = Object.fromEntries(answer.headers);
    reply.writeHead(status, { etag, ...length }).end(told);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return `http://127.0.0.1:${port}`;
}

const REFUSED =
  '<?xml version="1.0"?>\n<Error><Code>InternalError</Code><Message>Please try again.</Message></Error>';
const notDone = async () => ({ status: 200, body: REFUSED });
const lost = async (pass: () => Promise<unknown>) => {
  await pass();
  return { status: 502, body: '' };
};

test('[W176] an upload is over when the file is there: not by a 200 with an error in it, nor by a lost answer', async () => {
  const behind = await startStore();
  const large = Buffer.alloc(333_333, 'onde');
  const storeBehind = async (...spoil: Parameters<typeof startBehind>[1]) =>
    new ObjectStore(
      { ...ACCESS, endpoint: await startBehind(behind, spoil) },
      { bucket: 'onde', prefix: 'a' },
      { ...PART, pausesMs: [0, 0] },
    );
  const store = await storeBehind(notDone, lost);
  expect(await store.write('tried again', pieces(large))).toBe(large.length);
  expect((await read(store, 'tried again')).equals(large)).toBe(true);

  const never = await storeBehind(notDone, notDone, notDone);
  const refused = await never.write('never', pieces(large)).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(OperatorError);
  expect(String(refused)).toContain('Please try again.');
  expect(await store.list()).toEqual(['tried again']);
});

test('[W176] a part of which less came than there is, is asked for again', async () => {
  const behind = await startStore();
  const large = Buffer.alloc(333_333, 'onde');
  const short = async () => ({ status: 206, body: 'cut off' });
  const endpoint = await startBehind(behind, [short], ({ isForPart }) => isForPart);
  const store = new ObjectStore(
    { ...ACCESS, endpoint },
    { bucket: 'onde', prefix: '' },
    { ...PART, pausesMs: [0] },
  );
  await store.write('large', pieces(large));
  expect((await read(store, 'large')).equals(large)).toBe(true);
});

test('what was sent of a file that is not completed is taken back: a store keeps parts, and asks money for them', async () => {
  const asked: string[] = [];
  const endpoint = await startBehind(await startStore(), [], ({ method, url }) => {
    if (url.includes('uploadId=')) asked.push(method);
    return false;
  });
  const store = new ObjectStore({ ...ACCESS, endpoint }, { bucket: 'onde', prefix: '' }, PART);
  const broken = async function* () {
    yield Buffer.alloc(270_000);
    throw new Error('the disk is gone');
  };
  await expect(store.write('half', broken())).rejects.toThrow('the disk is gone');
  expect(asked).toEqual(['PUT', 'PUT', 'DELETE']);
});

test('parts grow with a file up to a size, for a store takes so many of them, and a larger one is told', async () => {
  const behind = await startStore();
  const sent: number[] = [];
  const endpoint = await startBehind(behind, [], ({ method, bytes }) => {
    if (method === 'PUT') sent.push(bytes);
    return false;
  });
  const parts = { bytes: 10_000, ofASize: 2, bytesMax: 40_000, max: 7 };
  const store = new ObjectStore({ ...ACCESS, endpoint }, { bucket: 'onde', prefix: '' }, { parts });
  const most = Buffer.alloc(180_000, 'onde');
  for (let at = 0; at < most.length; at += 1_000) most.writeUInt32BE(at, at);
  expect(await store.write('most', pieces(most))).toBe(most.length);
  expect(sent).toEqual([10_000, 10_000, 20_000, 20_000, 40_000, 40_000, 40_000]);
  expect((await read(store, 'most')).equals(most)).toBe(true);
  await expect(store.write('more', pieces(Buffer.alloc(180_001)))).rejects.toThrow(/no more than 7 parts/);
  expect(await store.list()).toEqual(['most']);
});

test('a file is copied within the store, a large one in parts', async () => {
  const endpoint = await startStore();
  const store = new ObjectStore(
    { ...ACCESS, endpoint },
    { bucket: 'onde', prefix: 'a b/c' },
    { copyBytes: 100_000 },
  );
  const small = Buffer.from('sound');
  const large = Buffer.alloc(333_333, 'onde');
  large.writeUInt32BE(0xdeadbeef, 210_000);
  await store.write('small', pieces(small));
  await store.write('unproved/large', pieces(large));
  await store.copy('small', 'same');
  await store.copy('unproved/large', 'large');
  expect((await store.list()).sort()).toEqual(['large', 'same', 'small']);
  expect(await read(store, 'same')).toEqual(small);
  expect((await read(store, 'large')).equals(large)).toBe(true);
  const away = new ObjectStore({ ...ACCESS, endpoint }, { bucket: 'onde', prefix: '' }, { pausesMs: [] });
  await expect(away.copy('missing', 'same')).rejects.toThrow(OperatorError);
});

/** Answers 500 to the first requests. */
async function startTroubled(failures: number): Promise<{ endpoint: string; requests: () => number }> {
  let requests = 0;
  const server = createServer((request, reply) => {
    request.resume();
    requests += 1;
    if (requests <= failures) reply.writeHead(500).end();
    else reply.writeHead(200, { etag: '"1"' }).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return { endpoint: `http://127.0.0.1:${port}`, requests: () => requests };
}

test('[W176] a store that answers 500 is asked again, and told of when it goes on', async () => {
  const soon = await startTroubled(2);
  const address = { bucket: 'onde', prefix: '' };
  const store = new ObjectStore({ ...ACCESS, endpoint: soon.endpoint }, address, { pausesMs: [0, 0, 0] });
  expect(await store.write('file', pieces(Buffer.from('sound')))).toBe(5);
  expect(soon.requests()).toBe(3);
  const never = await startTroubled(Number.POSITIVE_INFINITY);
  const away = new ObjectStore({ ...ACCESS, endpoint: never.endpoint }, address, { pausesMs: [0, 0, 0] });
  const refused = await away.write('file', pieces(Buffer.from('sound'))).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(OperatorError);
  expect(String(refused)).toContain('500');
  expect(never.requests()).toBe(4);
});

test('what is gone from a store already is removed, in whatever words it says so; a bucket that is missing is told', async () => {
  const answers = [
    [204, ''],
    [404, '<Error><Code>NoSuchKey</Code></Error>'],
    [404, '<Error><Code>NoSuchBucket</Code></Error>'],
  ] as const;
  let asked = 0;
  const server = createServer((request, reply) => {
    request.resume();
    const [status, body] = answers[asked++] ?? [500, ''];
    reply.writeHead(status, { 'content-type': 'application/xml; charset=UTF-8' }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const endpoint = `http://127.0.0.1:${port}`;
  const store = new ObjectStore({ ...ACCESS, endpoint }, { bucket: 'onde', prefix: '' }, { pausesMs: [] });
  await store.remove('there');
  await store.remove('gone');
  await expect(store.remove('elsewhere')).rejects.toThrow(OperatorError);
});

/** A store that gives these keys page by page, and has ended then. */
async function startListing(
  pages: readonly (readonly string[])[],
  token: (page: number) => string = String,
): Promise<ObjectStore> {
  const answers = pages.map((keys, at) => async () => {
    const files = keys.map((key) => `<Contents><Key>${key}</Key><Size>1</Size></Contents>`);
    const next = `<IsTruncated>true</IsTruncated><NextContinuationToken>${token(at)}</NextContinuationToken>`;
    const body = `<ListBucketResult>${files.join('')}${at === pages.length - 1 ? '' : next}</ListBucketResult>`;
    return { status: 200, body };
  });
  const endpoint = await startBehind('', answers, () => true);
  return new ObjectStore({ ...ACCESS, endpoint }, { bucket: 'onde', prefix: '' }, { pausesMs: [] });
}

test('[W176] a store whose list never ends is given up, whatever it calls the pages', async () => {
  const pages = Array.from({ length: 60 }, () => ['a', 'b']);
  for (const token of [String, () => 'x']) {
    const again = await startListing(pages, token);
    await expect(again.list()).rejects.toThrow(/gives the same page of its list again/);
  }
  const empty = await startListing(Array.from({ length: 150 }, () => []));
  await expect(empty.list()).rejects.toThrow(/gives one empty page of its list after another/);
});

test('a list has been read whole where a page begins with the last file of the one before, or has none', async () => {
  const store = await startListing([['a', 'b'], ['b', 'c'], [], [], ['d'], ['d']]);
  expect([...new Set(await store.list())]).toEqual(['a', 'b', 'c', 'd']);
});
