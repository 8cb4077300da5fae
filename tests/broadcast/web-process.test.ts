import { readFileSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { requestReload } from '#src/broadcast/supervision/control-door.ts';
import { controlSocket, socketFolder } from '#src/broadcast/supervision/socket-folder.ts';
import { listen } from '#src/broadcast/testing/listen.ts';
import { OperatorError } from '#src/platform/errors/operator-error.ts';
import { PATIENT } from '#src/platform/testing/patience.ts';
import { freePort } from '../support/free-port.ts';
import { findDescendants } from '../support/process-tree.ts';
import { createHome, type Home, launchRadio, type Radio, startRadio } from './support/radio.ts';

let home: Home;
let radio: Radio;
beforeAll(async () => {
  home = await createHome();
  radio = await startRadio(home, { command: 'start' });
});
afterAll(async () => {
  await radio[Symbol.asyncDispose]();
  await home[Symbol.asyncDispose]();
});

/** What the running instance has started and whose command line fits. */
const children = (pattern: RegExp) => findDescendants(radio.process.pid ?? 0, pattern);
const WEB = /\0web\0--socket\0/;
const isRunning = (pid: number) => {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
};

const ask = async () => {
  const reply = await fetch(`${radio.origin}/api-proxy.php?endpoint=ip`, {
    headers: { 'X-Forwarded-For': '203.0.113.9' },
  });
  return { status: reply.status, body: await reply.json() };
};

test('what is not the front door’s own goes to the web process, with the caller’s real address', async () => {
  expect(await ask()).toMatchObject({ status: 200, body: { success: true, data: { ip: '127.0.0.1' } } });
  expect((await fetch(`${radio.origin}/readyz?part=web`)).status).toBe(200);
});

test('a body above the limit is refused in so many words, each time, however it is sent', async () => {
  const body = Buffer.alloc(1_500_000, 'a');
  const post = async (endpoint: string, chunked: boolean) => {
    const reply = await fetch(`${radio.origin}/api-proxy.php?endpoint=${endpoint}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: chunked ? new Blob([body]).stream() : body,
      duplex: 'half',
    } as RequestInit);
    return `${reply.status} ${(await reply.json()).code}`;
  };
  const refusals = new Set<string>();
  for (let at = 0; at < 20; at += 1) refusals.add(await post('check-pseudo', at % 2 === 0));
  expect([...refusals]).toEqual(['413 body_too_large']);
  expect(await post('nothing-of-ours', false)).toBe('404 unknown_endpoint');
});

test('what nobody can decode is a page that is not there, and the log stays one JSON object a line', async () => {
  const from = radio.output.length;
  for (const path of ['/%ff', '/fr/%ff', '/fr/dance/info-titre/%E9']) {
    const reply = await fetch(`${radio.origin}${path}`, { redirect: 'manual' });
    await reply.arrayBuffer();
    expect(reply.status, path).toBe(path === '/%ff' ? 302 : 404);
  }
  for (const line of radio.output.slice(from)) expect(JSON.parse(line)).toHaveProperty('level');
});

test('a web process that is killed comes back; requests wait for it, listeners notice nothing', async () => {
  using heard = listen(radio.origin, '/stream/dance.mp3');
  await heard.bytes(50_000);
  const [pid] = children(WEB);
  if (pid === undefined) throw new Error('there is no web process');
  process.kill(pid, 'SIGKILL');
  // A request waits 4.5 s, less than a start may take on a machine that tests.
  await vi.waitFor(async () => expect((await ask()).status).toBe(200), PATIENT);
  expect(children(WEB)).not.toContain(pid);
  await heard.bytes(heard.body().length + 30_000);
});

test('[W244] sockets that somebody has removed are made anew, and pages and commands come back', async () => {
  await vi.waitFor(async () => expect((await ask()).status).toBe(200), PATIENT);
  const [old = 0] = children(WEB);
  await rm(socketFolder(home.folder), { recursive: true });
  await vi.waitFor(() => expect(children(WEB)).not.toContain(old), PATIENT);
  await vi.waitFor(async () => expect((await ask()).status).toBe(200), PATIENT);
  await requestReload(controlSocket(home.folder));
  expect((await ask()).status).toBe(200);
});

test('a reload under load drops no request and no listener, and the old process leaves', async () => {
  using heard = listen(radio.origin, '/stream/dance.mp3');
  await heard.bytes(50_000);
  const [old = 0] = children(WEB);
  let isOver = false;
  const statuses: number[] = [];
  const callers = Array.from({ length: 6 }, async () => {
    while (!isOver) statuses.push((await ask()).status);
  });
  await requestReload(controlSocket(home.folder));
  await vi.waitFor(() => expect(children(WEB)).not.toContain(old), PATIENT);
  const asked = statuses.length;
  await vi.waitFor(() => expect(statuses.length).toBeGreaterThan(asked + 50), PATIENT);
  isOver = true;
  await Promise.all(callers);
  expect(new Set(statuses)).toEqual(new Set([200]));
  await heard.bytes(heard.body().length + 30_000);
});

test('SIGHUP without a terminal replaces the web process too', async () => {
  const [old = 0] = children(WEB);
  radio.process.kill('SIGHUP');
  await vi.waitFor(() => expect(children(WEB)).not.toContain(old), PATIENT);
  expect((await ask()).status).toBe(200);
});

test('a web process that starts on a broken station.yaml shows the station as it was', async () => {
  const file = join(home.stationDir, 'station.yaml');
  const name = async () => (await (await fetch(`${radio.origin}/station.json`)).json()).name;
  await writeFile(file, 'name: Plage\n');
  await vi.waitFor(async () => expect(await name()).toBe('Plage'), PATIENT);
  await writeFile(file, 'name: [Plage\n');
  const [old = 0] = children(WEB);
  radio.process.kill('SIGHUP');
  await vi.waitFor(() => expect(children(WEB)).not.toContain(old), PATIENT);
  expect(await name()).toBe('Plage');
  await writeFile(file, 'name: Onde\n');
  await vi.waitFor(async () => expect(await name()).toBe('Onde'), PATIENT);
});

test('a body goes through whole, and an answer’s headers come back as they are', async () => {
  const reply = await fetch(`${radio.origin}/api-proxy.php?endpoint=nothing`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Accept-Language': 'en' },
    body: JSON.stringify({ text: 'é'.repeat(10_000) }),
  });
  expect(reply.status).toBe(404);
  expect(reply.headers.get('content-language')).toBe('en');
  expect(reply.headers.get('transfer-encoding')).toBeNull();
  expect(await reply.json()).toMatchObject({ success: false, code: 'unknown_endpoint' });
});

test('what keeps the web process from starting is one line of the log, however often it is tried', async () => {
  await using elsewhere = await createHome();
  const port = await freePort();
  const settings = { DATABASE_URL: `postgres://onde@127.0.0.1:${port}/onde` };
  await using waiting = await launchRadio(elsewhere, { command: 'start', settings });
  const told = () => waiting.output.filter((line) => line.includes('the web process cannot start'));
  const tried = new Set<number>();
  await vi.waitFor(() => {
    for (const pid of findDescendants(waiting.process.pid ?? 0, WEB)) tried.add(pid);
    expect(tried.size).toBeGreaterThan(2);
  }, PATIENT);
  expect(told()).toHaveLength(1);
  const { level, msg } = JSON.parse(told()[0] ?? '');
  expect([level, msg]).toEqual([50, expect.stringContaining(`127.0.0.1:${port}`)]);
  expect(waiting.output.filter((line) => !/^\{.*\}$|^Onde is on air at/.test(line))).toEqual([]);
});

test('without an instance a reload says so', async () => {
  await using other = await createHome();
  await expect(requestReload(controlSocket(other.folder))).rejects.toThrow(OperatorError);
});

test('after SIGKILL of the whole no child stays behind, and a start goes on air at once', async () => {
  const orphans = children(/./);
  expect(orphans.length).toBeGreaterThan(0);
  await radio.end('SIGKILL');
  const again = await startRadio(home, { command: 'start' });
  await vi.waitFor(() => expect(orphans.filter(isRunning)).toEqual([]), PATIENT);
  radio = again;
  expect((await ask()).status).toBe(200);
});

test('SIGTERM ends the whole tree within ten seconds', async () => {
  const tree = [radio.process.pid ?? 0, ...children(/./)];
  const startMs = performance.now();
  expect(await radio.end('SIGTERM')).toBe(0);
  expect(performance.now() - startMs).toBeLessThan(10_000);
  expect(tree.filter(isRunning)).toEqual([]);
});
