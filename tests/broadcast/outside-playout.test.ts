import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { listen } from '#src/broadcast/testing/listen.ts';
import { PATIENT } from '#src/platform/testing/patience.ts';
import { readJournal } from './support/journal.ts';
import { addTones, createHome, type Home, type Radio, startRadio } from './support/radio.ts';

const SCRIPT = resolve(import.meta.dirname, '..', '..', 'deploy', 'liquidsoap', 'onde.liq');
const KEY = 'a-key-of-the-operator';

let home: Home;
let radio: Radio;
let scratch: string;
beforeAll(async () => {
  home = await createHome();
  await addTones(home, 4, 3);
  radio = await startRadio(home, { settings: { AUTODJ_KEY: KEY } });
  scratch = await mkdtemp(join(tmpdir(), 'onde-liquidsoap-'));
});
afterAll(async () => {
  await radio?.[Symbol.asyncDispose]();
  await home?.[Symbol.asyncDispose]();
  await rm(scratch, { recursive: true, force: true });
});

test('[W196, W197, W198] Liquidsoap plays what Onde chooses, and what it played is in the journal once', async () => {
  const script = (await readFile(SCRIPT, 'utf8')).replace(/^output\.icecast.*$/m, 'output.dummy(radio)');
  const path = join(scratch, 'onde.liq');
  // As root it does not run unless it is told to.
  await writeFile(path, `settings.init.allow_root.set(true)\n${script}`);
  const child = spawn('setpriv', ['--pdeathsig', 'KILL', '/usr/bin/liquidsoap', path], {
    env: { PATH: process.env.PATH, HOME: scratch, ONDE: radio.origin, ONDE_STREAM: 'dance', AUTODJ_KEY: KEY },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes) => (said += bytes));
  try {
    const outside = async () =>
      (await readJournal(home)).filter((entry) => 'outside' in entry && entry.streamId === 'dance');
    await vi.waitFor(async () => {
      if (child.exitCode !== null) throw new Error(said);
      expect((await outside()).length).toBeGreaterThan(1);
    }, PATIENT);
    const [first, second] = await outside();
    expect(first?.slug).not.toBe(second?.slug);
    expect(new Set((await outside()).map((entry) => entry.outside)).size).toBe((await outside()).length);
  } finally {
    child.kill('SIGKILL');
  }
});

test('Liquidsoap takes the script as it stands', async () => {
  const child = spawn('/usr/bin/liquidsoap', ['--check', SCRIPT], {
    env: { PATH: process.env.PATH, HOME: scratch },
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes) => (said += bytes));
  expect(await new Promise((end) => child.once('exit', end)), said).toBe(0);
});

test('[W198] a report whose identifier stands in its address needs no body, nor a word on its length', async () => {
  const told = { method: 'POST', headers: { Authorization: `Bearer ${KEY}` } };
  using report = listen(radio.origin, '/api-proxy.php?endpoint=played&id=unknown', told);
  const { status } = await report.head();
  const { length } = JSON.stringify({ code: 'track_not_found' });
  expect([status, (await report.bytes(length)).toString()]).toEqual([
    404,
    expect.stringContaining('track_not_found'),
  ]);
});
