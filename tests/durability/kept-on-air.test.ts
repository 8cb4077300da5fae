import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { toneFrames } from '#src/audio/testing/tone-frames.ts';
import { listen } from '#src/broadcast/testing/listen.ts';
import { PATIENT, PATIENT_WITH_IMPORTS } from '#src/platform/testing/patience.ts';
import { readCatalogue } from '#src/station/catalogue/catalogue-tail.ts';
import {
  addTones,
  createHome,
  endOf,
  lastWordsOf,
  launchRadio,
  type Radio,
  startRadio,
} from '../broadcast/support/radio.ts';
import { findDescendants } from '../support/process-tree.ts';
import {
  BROADCAST_PROCESS,
  IMPORT_PROCESS,
  killRunning,
  untilRunning,
  WEB_PROCESS,
} from './support/until-running.ts';

const command = 'npm start';

/** Sound from a connection of now. */
async function hear({ origin }: Radio): Promise<void> {
  await vi.waitFor(async () => {
    using heard = listen(origin, '/stream/dance.mp3');
    await Promise.race([
      heard.bytes(40_000),
      heard.ended.then(() => {
        throw new Error('nothing to hear');
      }),
    ]);
  }, PATIENT);
}

async function untilPages({ origin }: Radio): Promise<void> {
  await vi.waitFor(async () => expect((await fetch(`${origin}/readyz?part=web`)).ok).toBe(true), PATIENT);
}

test('npm start: whatever kills broadcast, it is back by itself, and nothing of the one before stays behind [W130]', async () => {
  await using home = await createHome();
  await addTones(home, 3, 30);
  await using radio = await startRadio(home, { command });
  const root = radio.process.pid ?? 0;
  await hear(radio);
  for (const signal of ['SIGTRAP', 'SIGKILL'] as const) {
    await untilPages(radio);
    const web = await untilRunning(root, WEB_PROCESS);
    // One that stands still does not notice that its broadcast is gone.
    if (signal === 'SIGKILL') process.kill(web, 'SIGSTOP');
    const dead = await killRunning(root, BROADCAST_PROCESS, signal);
    await radio.printed(new RegExp(`"how":"${signal}".*was started again`));
    await hear(radio);
    expect(await untilRunning(root, BROADCAST_PROCESS)).not.toBe(dead);
    await vi.waitFor(() => expect(existsSync(`/proc/${web}`)).toBe(false), PATIENT);
  }
  await untilPages(radio);
  expect(await radio.end('SIGTERM')).toBe(0);
  expect(findDescendants(1, new RegExp(home.folder.root))).toEqual([]);
});

test('npm start: a broadcast that hangs is ended by its web process, and is back', async () => {
  await using home = await createHome();
  await addTones(home, 3, 30);
  await using radio = await startRadio(home, { command });
  const root = radio.process.pid ?? 0;
  await hear(radio);
  await untilPages(radio);
  const hung = await killRunning(root, BROADCAST_PROCESS, 'SIGSTOP');
  await radio.printed(/"how":"SIGALRM".*it hung, and its web process ended it/);
  await hear(radio);
  expect(await untilRunning(root, BROADCAST_PROCESS)).not.toBe(hung);
  await untilPages(radio);
});

test('npm start: an import that hangs goes with its broadcast, so that the next one can begin [W130]', async () => {
  await using home = await createHome();
  await using radio = await startRadio(home, { command });
  const root = radio.process.pid ?? 0;
  await untilPages(radio);
  const folder = join(home.stationDir, 'music', 'dance');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'Nova Kessler - Tone.mp3'), Buffer.concat(toneFrames(12, 440)));
  const hung = await killRunning(root, IMPORT_PROCESS, 'SIGSTOP');
  await killRunning(root, BROADCAST_PROCESS);
  await vi.waitFor(() => expect(existsSync(`/proc/${hung}`)).toBe(false), PATIENT);
  await vi.waitFor(async () => expect((await readCatalogue(home.folder)).size).toBe(1), PATIENT_WITH_IMPORTS);
});

test('npm start: SIGHUP replaces the web process, SIGINT and SIGTERM end all of it', async () => {
  await using home = await createHome();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    await using radio = await startRadio(home, { command });
    const root = radio.process.pid ?? 0;
    await untilPages(radio);
    const web = await untilRunning(root, WEB_PROCESS);
    const broadcast = await untilRunning(root, BROADCAST_PROCESS);
    radio.process.kill('SIGHUP');
    await vi.waitFor(() => expect(existsSync(`/proc/${web}`)).toBe(false), PATIENT);
    await untilPages(radio);
    expect(findDescendants(root, BROADCAST_PROCESS)).toEqual([broadcast]);
    expect(await radio.end(signal)).toBe(0);
    expect(existsSync(`/proc/${broadcast}`)).toBe(false);
    expect((await lastWordsOf(radio)).join()).not.toContain('started again');
  }
});

test('npm start: what the operator has to mend ends it at once, in words [W130]', async () => {
  await using home = await createHome();
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  const taken = await launchRadio(home, { command, settings: { PORT: String(port) } });
  expect(await endOf(taken.process)).toBe(1);
  expect((await lastWordsOf(taken)).join('\n')).toContain(`Port ${port} is already in use.`);
  expect(taken.output).toHaveLength(2);
  other.close();

  await using first = await startRadio(home, { command });
  const second = await launchRadio(home, { command });
  expect(await endOf(second.process)).toBe(1);
  expect((await lastWordsOf(second)).join('\n')).toContain('Another instance of Onde is running');
  await hear(first);
});

test('npm start: what ends it again and again ends in words [W130]', async () => {
  await using home = await createHome();
  const fault = 'data:text/javascript,process.kill(process.pid,`SIGTRAP`)';
  const radio = await launchRadio(home, { command, settings: { NODE_OPTIONS: `--import=${fault}` } });
  expect(await endOf(radio.process)).toBe(133);
  const words = (await lastWordsOf(radio)).join('\n');
  expect(words).toMatch(/ended 5 times in a row.* SIGTRAP\./);
  expect(words).toMatch(/lines above.*journalctl -k/);
});

test('npm start: an error that no operator can mend has it started again; a signal ends the pause before', async () => {
  await using home = await createHome();
  const fault = "data:text/javascript,process.on('exit',()=>{process.exitCode=70});process.exit()";
  const radio = await launchRadio(home, { command, settings: { NODE_OPTIONS: `--import=${fault}` } });
  await vi.waitFor(
    () => expect(findDescendants(radio.process.pid ?? 0, /^sleep\0/)).toHaveLength(1),
    PATIENT,
  );
  expect(await radio.end('SIGTERM')).toBe(0);
});

test('npm start: each start finds the code that the one before has compiled, from the first file on', async () => {
  await using home = await createHome();
  const tell = 'data:text/javascript,console.log(`kept_in:`+process.env.NODE_COMPILE_CACHE);process.exit(1)';
  const settings = { NODE_OPTIONS: `--import=${tell}`, NODE_COMPILE_CACHE: '' };
  const radio = await launchRadio(home, { command, settings });
  await radio.printed(/^kept_in:\/.*\/node_modules\/\.cache\/onde$/);
  expect(await endOf(radio.process)).toBe(1);
});
