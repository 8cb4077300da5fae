import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod';
import { LANGUAGES } from '#src/contract/languages.ts';
import { DatabaseUnavailable } from '#src/db/errors/database-errors.ts';
import { guardedMethod, nothing, type WireTable, wireMethod } from '#src/platform/wire/endpoint.ts';
import { WireError } from '#src/platform/wire/wire-error.ts';
import { dataReply, fieldsReply } from '#src/platform/wire/wire-reply.ts';
import { startWeb, type TestWeb } from '../support/start-web.ts';

const written = z.object({
  name: z.string().min(2, 'too_short').max(5, 'too_long'),
  note: z.string().optional(),
});
const chosen = z.object({
  id: z.union([z.string(), z.number()]),
  place: z.union([z.string().max(2, 'too_long'), z.object({ hour: z.number() })]).optional(),
});
const measured = z.object({ ago: z.number().min(0).max(9) });
const reply = z.unknown();
const choose = wireMethod({
  query: nothing,
  body: chosen,
  reply,
  run: async ({ body }) => dataReply(body),
});
const echo = wireMethod({
  query: nothing,
  body: written,
  reply,
  run: async ({ body, token, clientKey, address }) => dataReply({ body, token, clientKey, address }),
});
const measure = wireMethod({
  query: nothing,
  body: measured,
  reply,
  run: async ({ body }) => dataReply(body),
});
const guarded = guardedMethod({
  callers: 'members',
  keyOf: () => 'member',
  async admit({ token }) {
    if (token !== 'member') throw new WireError('authentication_required');
    return token;
  },
  query: z.object({ at: z.string() }),
  body: written,
  reply,
  run: async ({ body }, caller) => dataReply({ body, caller }),
});
const ended = wireMethod({
  query: nothing,
  body: nothing,
  reply,
  run: async () => fieldsReply({ ended: true }),
});
const limited = wireMethod({
  query: nothing,
  body: nothing,
  reply,
  run: async () => {
    throw new WireError('too_many_requests', { retryAfterSeconds: 12.2 });
  },
});
const broken = wireMethod({
  query: nothing,
  body: nothing,
  reply,
  run: async () => {
    throw new Error('secret of the inside');
  },
});
const unreachable = wireMethod({
  query: nothing,
  body: nothing,
  reply,
  run: async () => {
    throw new DatabaseUnavailable(new Error('secret of the inside'));
  },
});
const endpoints: WireTable = {
  echo: { POST: echo, DELETE: ended },
  measure: { POST: measure },
  choose: { POST: choose },
  guarded: { POST: guarded },
  'acted&action=look': { GET: ended },
  'acted&action=add': { POST: echo },
  limited: { GET: limited },
  broken: { GET: broken },
  unreachable: { GET: unreachable },
};

let web: TestWeb;
beforeAll(async () => {
  web = await startWeb({ endpoints });
});
afterAll(() => web[Symbol.asyncDispose]());

function post(endpoint: string, body: BodyInit, headers: Record<string, string> = {}, parameters = {}) {
  return web.call(endpoint, parameters, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  });
}

test('a caller names an endpoint with or without .php', async () => {
  expect((await web.call('ip')).status).toBe(200);
  expect((await web.call('ip.php')).status).toBe(200);
});

test('a caller of an endpoint that does not exist is told so, whatever its name', async () => {
  for (const name of [
    'nothing',
    'ip.php.php',
    '__proto__',
    'constructor',
    'toString',
    '../ip',
    'acted&action=look',
  ]) {
    const { status, body } = await web.call(name);
    expect(status).toBe(404);
    expect(body).toMatchObject({ success: false, code: 'unknown_endpoint' });
  }
});

test('a caller who names no endpoint is told which parameter is missing', async () => {
  const response = await web.fetch('/api-proxy.php');
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({
    code: 'missing_parameter',
    error: expect.stringContaining('endpoint'),
  });
});

test('a method that an endpoint lacks is answered with those that it has', async () => {
  const { status, headers, body } = await web.call('ip', {}, { method: 'POST' });
  expect(status).toBe(405);
  expect(body).toMatchObject({ success: false, code: 'method_not_allowed' });
  expect(headers.get('allow')).toBe('GET, HEAD, OPTIONS');
  expect((await web.call('acted', { action: 'look' }, { method: 'DELETE' })).headers.get('allow')).toBe(
    'GET, HEAD, OPTIONS',
  );
  expect((await web.call('acted', { action: 'add' })).headers.get('allow')).toBe('POST, OPTIONS');
});

test('OPTIONS tells the methods, HEAD the head alone', async () => {
  const options = await web.fetch('/api-proxy.php?endpoint=echo', { method: 'OPTIONS' });
  expect([options.status, options.headers.get('allow')]).toEqual([204, 'POST, DELETE, OPTIONS']);
  const head = await web.fetch('/api-proxy.php?endpoint=ip', { method: 'HEAD' });
  expect([head.status, await head.text()]).toEqual([200, '']);
  expect((await web.fetch('/api-proxy.php?endpoint=none', { method: 'OPTIONS' })).status).toBe(404);
});

test('_method replaces the method of a POST, and of nothing else', async () => {
  const deleted = await web.call('echo', { _method: 'DELETE' }, { method: 'POST' });
  expect(deleted.body).toEqual({ success: true, ended: true, data: { ended: true } });
  expect((await web.call('echo', {}, { method: 'DELETE' })).status).toBe(200);
  expect((await web.call('echo', { _method: 'PUT' }, { method: 'POST' })).status).toBe(405);
  expect((await web.call('echo', { _method: 'DELETE' })).status).toBe(405);
});

test('an endpoint with actions asks for one that it knows', async () => {
  expect((await web.call('acted')).body).toMatchObject({ code: 'missing_parameter' });
  for (const action of ['fly', '__proto__']) {
    const { status, body } = await web.call('acted', { action });
    expect(status).toBe(400);
    expect(body).toMatchObject({ code: 'invalid_parameter' });
  }
  expect((await web.call('acted', { action: 'look' })).status).toBe(200);
});

test('a method that none of its actions knows is refused before the action is asked for', async () => {
  for (const query of ['endpoint=acted', 'endpoint=acted&action=fly']) {
    for (const [method, expected] of [
      ['PUT', 405],
      ['OPTIONS', 204],
    ] as const) {
      const { status, headers } = await web.fetch(`/api-proxy.php?${query}`, { method });
      expect([status, headers.get('allow')]).toEqual([expected, 'GET, HEAD, POST, OPTIONS']);
    }
  }
});

test('a field of none of the JSON types that it may have is malformed, one that breaks a rule is invalid', async () => {
  const sent = async (body: object) => {
    const reply = await post('choose', JSON.stringify(body));
    return [reply.status, reply.body];
  };
  expect(await sent({ id: 'a', place: 'b' })).toMatchObject([200, { data: { id: 'a' } }]);
  expect(await sent({ id: 7 })).toMatchObject([200, { data: { id: 7 } }]);
  for (const wrong of [true, null, {}, []])
    expect(await sent({ id: wrong })).toMatchObject([400, { code: 'malformed_body' }]);
  for (const wrong of [7, { hour: '8' }])
    expect(await sent({ id: 7, place: wrong })).toMatchObject([400, { code: 'malformed_body' }]);
  expect(await sent({ id: 7, place: {} })).toMatchObject([422, { fields: { place: 'invalid' } }]);
  expect(await sent({})).toMatchObject([422, { fields: { id: 'required' } }]);
  expect(await sent({ id: 7, place: 'long' })).toMatchObject([422, { fields: { place: 'too_long' } }]);
});

test('a field of the wrong JSON type is named in every language, which no JSON at all is not', async () => {
  const said = async (body: string, language: string) => {
    const reply = await post('choose', body, { 'x-language': language });
    return z.object({ error: z.string(), code: z.literal('malformed_body') }).parse(reply.body).error;
  };
  expect(await said('{"id":7,"place":{"hour":"8"}}', 'en')).toBe('The field “place” has the wrong type.');
  expect(await said('[]', 'en')).toBe('The request is not a valid JSON object.');
  const sentences = await Promise.all(LANGUAGES.map((language) => said('{"id":true}', language)));
  expect(new Set(sentences).size).toBe(LANGUAGES.length);
  for (const sentence of sentences) expect(sentence).toMatch(/[“„«‘]\s?id\s?[”“»’]/);
});

test('who may not call learns nothing about parameters and body', async () => {
  const call = (headers: Record<string, string>, body: string, parameters = {}) =>
    post('guarded', body, headers, parameters);
  const guest: Record<string, string> = {};
  const member = { authorization: 'Bearer member' };
  const steps: [Record<string, string>, string, number][] = [
    [{ 'content-type': 'text/plain' }, 'x'.repeat(65_537), 413],
    [{ 'content-type': 'text/plain' }, '{', 415],
    [{}, '{', 400],
    [{}, '{"name":7}', 400],
    [{}, '{"name":"a"}', 422],
    [{}, '{"name":"abc"}', 200],
  ];
  for (const [headers, body, status] of steps) {
    expect((await call({ ...guest, ...headers }, body)).status).toBe(401);
    expect((await call({ ...member, ...headers }, body, { at: 'x' })).status).toBe(status);
  }
  expect((await call(member, '{"name":"abc"}')).body).toMatchObject({ code: 'missing_parameter' });
});

test('a body that is no JSON object is malformed', async () => {
  for (const body of [
    '{',
    'null',
    '[]',
    '"text"',
    '12',
    '{"name":"a\\u0000b"}',
    '{"name":"\\ud800x"}',
    '{"name":12}',
    '['.repeat(30_000),
  ]) {
    const { status, body: reply } = await post('echo', body);
    expect([body.slice(0, 20), status]).toEqual([body.slice(0, 20), 400]);
    expect(reply).toMatchObject({ success: false, code: 'malformed_body' });
  }
  const latin1 = await post('echo', new Uint8Array([0x7b, 0x22, 0xe9, 0x22, 0x3a, 0x31, 0x7d]));
  expect(latin1.body).toMatchObject({ code: 'malformed_body' });
});

test('a field that breaks a rule is named with the rule, in the caller’s language', async () => {
  const short = await post('echo', '{"name":"a"}', { 'x-language': 'en' });
  expect(short.status).toBe(422);
  expect(short.body).toEqual({
    success: false,
    error: 'The field “name” is too short.',
    code: 'validation_failed',
    fields: { name: 'too_short' },
  });
  expect((await post('echo', '{"name":"abcdef"}')).body).toMatchObject({ fields: { name: 'too_long' } });
  expect((await post('echo', '{}')).body).toMatchObject({ fields: { name: 'required' } });
});

test('a number outside of its bounds is not valid, and neither too short nor too long', async () => {
  for (const ago of [-1, 10])
    expect((await post('measure', JSON.stringify({ ago }), { 'x-language': 'en' })).body).toMatchObject({
      error: 'The field “ago” is not valid.',
      fields: { ago: 'invalid' },
    });
});

test('a call without a body needs no content type', async () => {
  const { status, body } = await web.call('echo', {}, { method: 'POST' });
  expect(status).toBe(422);
  expect(body).toMatchObject({ fields: { name: 'required' } });
});

test('unknown fields are ignored', async () => {
  const { body } = await post('echo', '{"name":"abc","admin":true,"__proto__":{"admin":true}}');
  expect(body).toMatchObject({ success: true, data: { body: { name: 'abc' } } });
  expect(JSON.stringify(body)).not.toContain('admin');
});

test('a body in any other format is refused', async () => {
  for (const type of [
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/json; charset=iso-8859-1',
    '',
  ]) {
    const { status, body } = await post('echo', '{"name":"abc"}', { 'content-type': type });
    expect([type, status]).toEqual([type, 415]);
    expect(body).toMatchObject({ code: 'unsupported_media_type' });
  }
  expect(
    (await post('echo', '{"name":"abc"}', { 'content-type': 'Application/JSON; Charset=UTF-8' })).status,
  ).toBe(200);
});

test('64 KiB of body are taken, a byte more is refused, announced or not', async () => {
  const filled = (size: number) => {
    const empty = '{"name":"abc","note":""}';
    return `{"name":"abc","note":"${'x'.repeat(size - empty.length)}"}`;
  };
  expect((await post('echo', filled(65_536))).status).toBe(200);
  const over = await post('echo', filled(65_537));
  expect(over.status).toBe(413);
  expect(over.body).toMatchObject({ code: 'body_too_large' });
  expect(await postUnannounced(filled(400_000))).toBe(413);
});

/** In chunks, so that only counting finds out. */
function postUnannounced(body: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      `${web.origin}/api-proxy.php?endpoint=echo`,
      { method: 'POST', headers: { 'content-type': 'application/json', 'transfer-encoding': 'chunked' } },
      (response) => {
        response.resume();
        resolve(response.statusCode);
      },
    );
    request.on('error', reject);
    request.end(body);
  });
}

test('a caller over its limit is told when to come back', async () => {
  const { status, headers, body } = await web.call('limited');
  expect(status).toBe(429);
  expect(headers.get('retry-after')).toBe('13');
  expect(body).toMatchObject({ code: 'too_many_requests' });
});

test('a failure inside says nothing of the inside; the log has it under the id that the caller got', async () => {
  const { status, headers, body } = await web.call('broken');
  expect(status).toBe(500);
  expect(body).toMatchObject({ success: false, code: 'internal_error' });
  expect(JSON.stringify(body)).not.toContain('secret');
  const requestId = headers.get('x-request-id') ?? 'none';
  expect(web.errors.find((line) => line.includes(requestId))).toContain('secret of the inside');
});

test('the network of the address that a caller states stands beside its failure in the log [W8, W119]', async () => {
  const failWith = async (stated: string) => {
    const { headers } = await web.call('broken', {}, { headers: { 'x-user-ip': stated } });
    const requestId = headers.get('x-request-id') ?? 'none';
    return web.errors.find((line) => line.includes(requestId));
  };
  expect(await failWith('2001:db8:1:2::7')).toContain('"addressHint":"2001:db8:1::/48"');
  expect(await failWith('203.0.113.9')).toContain('"addressHint":"203.0.113.0/24"');
  for (const none of ['lea@example.org', '203.0.113.9/24', '999.1.1.1', '2001:db8::/48'])
    expect(await failWith(none)).not.toContain('addressHint');
});

test('while the database cannot answer, a caller is told to come back', async () => {
  const { status, headers, body } = await web.call('unreachable');
  expect([status, headers.get('retry-after')]).toEqual([503, '5']);
  expect(body).toMatchObject({ success: false, code: 'unavailable' });
  expect(JSON.stringify(body)).not.toContain('secret');
});

test('messages come in X-Language, else in the language that Accept-Language likes best, else in French', async () => {
  const french = 'Cette adresse n’existe pas.';
  const languageOf = async (headers: Record<string, string>) => {
    const { headers: head, body } = await web.call('none', {}, { headers });
    expect(body).toMatchObject({ code: 'unknown_endpoint' });
    return head.get('content-language');
  };
  expect(await languageOf({ 'x-language': 'ru' })).toBe('ru');
  expect(await languageOf({ 'x-language': 'xx', 'accept-language': 'pl' })).toBe('pl');
  expect(await languageOf({ 'accept-language': 'nl;q=0.4, es-MX;q=0.8, it;q=0.6' })).toBe('es');
  expect(await languageOf({ 'accept-language': 'ja, de;q=0' })).toBe('fr');
  expect((await web.call('none', {}, { headers: { 'accept-language': '' } })).body).toMatchObject({
    error: french,
  });
});

test('every language has its own sentence', async () => {
  const sentences = await Promise.all(
    LANGUAGES.map(async (language) => {
      const { body } = await web.call('none', {}, { headers: { 'x-language': language } });
      return z.object({ error: z.string().min(5) }).parse(body).error;
    }),
  );
  expect(new Set(sentences).size).toBe(LANGUAGES.length);
});

test('replies may not be stored unless the endpoint says so, failures never', async () => {
  expect((await web.call('ip')).headers.get('cache-control')).toBe('no-store');
  expect((await web.call('latest-tracks', { version: 'onde' })).headers.get('cache-control')).toBe(
    'public, max-age=10',
  );
  expect((await web.call('latest-tracks', { version: 'disco' })).headers.get('cache-control')).toBe(
    'no-store',
  );
  expect((await web.call('ip')).headers.get('vary')).toBe('Accept-Language, X-Language');
});

test('a bearer token and a client key reach the endpoint, a claimed address does not', async () => {
  const { body } = await post('echo', '{"name":"abc"}', {
    authorization: 'Bearer abc.def',
    'x-api-key': 'web',
    'x-user-ip': '203.0.113.9',
    'x-forwarded-for': '203.0.113.9',
  });
  expect(body).toMatchObject({ data: { token: 'abc.def', clientKey: 'web', address: '127.0.0.1' } });
});

test('parameters that nothing can look up are refused', async () => {
  for (const version of ['x'.repeat(2_001), 'a\0b']) {
    const { status, body } = await web.call('latest-tracks', { version });
    expect(status).toBe(400);
    expect(body).toMatchObject({ code: 'invalid_parameter' });
  }
});

test('[W9] a parameter that nothing can look up is told to those alone who may call', async () => {
  for (const [endpoint, method, status] of [
    ['none', 'GET', 404],
    ['top20', 'DELETE', 405],
    ['profile', 'GET', 401],
    ['top20', 'OPTIONS', 204],
    ['top20', 'GET', 400],
  ] as const) {
    const reply = await web.fetch(`/api-proxy.php?endpoint=${endpoint}&x=a%00b`, { method });
    expect([endpoint, method, reply.status]).toEqual([endpoint, method, status]);
  }
  expect((await web.call('a\0b')).body).toMatchObject({ code: 'invalid_parameter' });
  expect((await web.call('favorites', { action: 'a\0b' })).body).toMatchObject({ code: 'invalid_parameter' });
  expect((await web.call('favorites')).body).toMatchObject({ code: 'missing_parameter' });
});

test('a query of percent signs and nonsense is answered like any other', async () => {
  for (const query of [
    'endpoint=latest-tracks&version=%',
    'endpoint=latest-tracks&version=%FF%00',
    'endpoint=%E0%A4%A',
    '%%%',
    'endpoint[]=ip',
    '&&=&',
  ])
    expect((await web.fetch(`/api-proxy.php?${query}`)).status).toBeOneOf([400, 404]);
});

test('a client that breaks off in the middle of its body leaves the server well', async () => {
  const socket = connect(Number(new URL(web.origin).port), '127.0.0.1');
  socket.write(
    'POST /api-proxy.php?endpoint=echo HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n{"na',
  );
  await new Promise((resolve) => socket.once('connect', resolve));
  socket.destroy();
  expect((await web.call('ip')).status).toBe(200);
});

test('a caller who breaks off while it writes leaves no error in the log', async () => {
  const errors = web.errors.length;
  const { hostname, port } = new URL(web.origin);
  const socket = connect(Number(port), hostname);
  socket.write(
    'POST /api-proxy.php?endpoint=echo HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{"na',
  );
  await once(socket, 'connect');
  await new Promise((resolve) => setTimeout(resolve, 50));
  socket.destroy();
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(web.errors.slice(errors)).toEqual([]);
});

test('health says whether the database answers', async () => {
  const reply = await web.fetch('/healthz');
  expect([reply.status, await reply.json()]).toEqual([200, { success: true, database: 'well' }]);
});

test('a caller of HTTP/1.0 need not say which host it means', async () => {
  const { hostname, port } = new URL(web.origin);
  for (const head of [
    'GET /station.json HTTP/1.0',
    'GET /station.json HTTP/1.1\r\nConnection: close\r\nHost:',
  ]) {
    const socket = connect(Number(port), hostname);
    socket.write(`${head}\r\n\r\n`);
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 OK\r\n.*"name"/s);
  }
});
