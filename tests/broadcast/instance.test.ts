import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { listen } from '#src/broadcast/testing/listen.ts';
import { PATIENT } from '#src/platform/testing/patience.ts';
import { createHome, endOf, lastWordsOf, launchRadio, startRadio } from './support/radio.ts';

/** Processes that work on this home, by what stands in their environment. */
function processesOf(dataDir: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/environ`, 'utf8').includes(`DATA_DIR=${dataDir}\0`);
      } catch {
        return false;
      }
    });
}

test('a second instance on the same data is refused and told what to do; the first one plays on', async () => {
  await using home = await createHome();
  await using first = await startRadio(home);
  using heard = listen(first.origin, '/stream/dance.mp3');
  await heard.bytes(40_000);
  const second = await launchRadio(home);
  expect(await endOf(second.process)).toBe(1);
  const [problem, remedy] = await lastWordsOf(second);
  expect(problem).toContain(`Another instance of Onde is running on ${home.folder.root}`);
  expect(remedy).toContain('DATA_DIR');
  await heard.bytes(heard.body().length + 20_000);
});

test('a port in use is named, with a way out', async () => {
  await using home = await createHome();
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  const radio = await launchRadio(home, { settings: { PORT: String(port) } });
  expect(await endOf(radio.process)).toBe(1);
  expect(await lastWordsOf(radio)).toEqual([
    `Port ${port} is already in use.`,
    `Stop the program that uses it, or choose another port: PORT=${port + 1} npm start`,
  ]);
  other.close();
});

test('onde broadcast, too, says that no backup is made at night, and clears away what a killed one has left', async () => {
  await using home = await createHome();
  const killed = join(home.folder.scratch, 'copy-killed');
  await mkdir(killed, { recursive: true });
  await using radio = await startRadio(home, { settings: { BACKUP_KEEP: '7' } });
  await radio.printed(/BACKUP_KEEP is set, but no backup is made at night/);
  await vi.waitFor(() => expect(existsSync(killed)).toBe(false), PATIENT);
});

test('SIGTERM ends it within ten seconds, cleanly, listeners and all', async () => {
  await using home = await createHome();
  const radio = await startRadio(home);
  using heard = listen(radio.origin, '/stream/dance.mp3');
  await heard.bytes(40_000);
  const startMs = performance.now();
  expect(await radio.end('SIGTERM')).toBe(0);
  expect(performance.now() - startMs).toBeLessThan(10_000);
  expect((await lastWordsOf(radio)).join()).toContain('Onde was asked to stop');
  await heard.ended;
  expect(processesOf(home.folder.root)).toEqual([]);
});

test('a start right after SIGKILL goes on air', async () => {
  await using home = await createHome();
  const first = await startRadio(home);
  await first.end('SIGKILL');
  await using second = await startRadio(home);
  using heard = listen(second.origin, '/stream/dance.mp3');
  await heard.bytes(40_000);
});

test('a data folder too deep for a unix socket is no obstacle', async () => {
  await using home = await createHome();
  const deep = `${home.folder.root}/${'deep/'.repeat(24)}`;
  await using radio = await startRadio(home, { settings: { DATA_DIR: deep } });
  expect((await fetch(`${radio.origin}/readyz`)).status).toBe(200);
});

test('slow and broken requests are cut off, the music plays on', async () => {
  await using home = await createHome();
  await using radio = await startRadio(home);
  using heard = listen(radio.origin, '/stream/dance.mp3');
  using nonsense = listen(radio.origin, '/', { method: '\x00\x01' });
  await nonsense.ended;
  using huge = listen(radio.origin, '/stream/dance.mp3', { headers: { 'X-Big': 'x'.repeat(40_000) } });
  expect((await huge.head()).status).toBe(431);
  await heard.bytes(heard.body().length + 60_000);
  await vi.waitFor(async () => expect((await fetch(`${radio.origin}/healthz`)).status).toBe(200), PATIENT);
});

test('an error that nobody caught is logged, and the music plays on', async () => {
  await using home = await createHome();
  const faults = "process.on('SIGUSR2',()=>{Promise.reject(Error('rejected'));throw(Error('thrown'))})";
  await using radio = await startRadio(home, {
    settings: { NODE_OPTIONS: `--import=data:text/javascript,${faults}` },
  });
  using heard = listen(radio.origin, '/stream/dance.mp3');
  await heard.bytes(40_000);
  radio.process.kill('SIGUSR2');
  await radio.printed(/"message":"rejected".*the music plays on/);
  await radio.printed(/"message":"thrown".*the music plays on/);
  await heard.bytes(heard.body().length + 40_000);
});
