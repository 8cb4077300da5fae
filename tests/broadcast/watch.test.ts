import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PATIENT } from '#src/platform/testing/patience.ts';
import { ended, startOnde } from '../support/run-onde.ts';
import { addTones, createHome, type Home, type Radio, startRadio } from './support/radio.ts';

const ONDE = resolve(import.meta.dirname, '../../src/cli/onde.ts');

let home: Home;
let radio: Radio;
beforeAll(async () => {
  home = await createHome();
  await addTones(home, 3, 20);
  radio = await startRadio(home, { command: 'broadcast' });
});
afterAll(async () => {
  await radio[Symbol.asyncDispose]();
  await home[Symbol.asyncDispose]();
});

async function watch(...words: string[]): Promise<{ code: number; output: string }> {
  const environment = {
    PATH: process.env.PATH,
    DATA_DIR: home.folder.root,
    STATION_DIR: home.stationDir,
    PORT: String(radio.port),
  };
  const told = promisify(execFile)(process.execPath, [ONDE, 'watch', ...words], {
    cwd: home.stationDir,
    env: environment,
  });
  return told.then(
    ({ stdout }) => ({ code: 0, output: stdout }),
    (error: { code: number; stdout: string; stderr: string }) => ({
      code: error.code,
      output: error.stdout + error.stderr,
    }),
  );
}

test('[R179] onde watch hears a stream as a loudspeaker does, and counts nowhere', async () => {
  const { output } = await watch('--stream', 'dance', '--as', 'sonos');
  // A stream that a busy machine serves late is wrong too; its sound and its titles are not.
  expect(output).toMatch(
    /^(well {3}|WRONG {2})dance · sonos · first byte after \d+ ms · .* -1[34](\.\d)? dB/m,
  );
  expect(output).not.toMatch(/title_wrong|silent|broken_sound|wrong_answer|playlist_wrong/);
  const figures: unknown = await (await fetch(`${radio.origin}/metrics`)).text();
  expect(figures).toMatch(/^onde_robots 0$/m);
  expect(figures).toMatch(/^onde_listener_joins_total\{.*\} 0$/m);
  expect(figures).not.toMatch(/^onde_listener_joins_total\{.*\} [1-9]/m);
});

test('[R179] Ctrl-C ends a robot in the middle of what it hears, and not with its minute', async () => {
  const settings = { DATA_DIR: home.folder.root, STATION_DIR: home.stationDir, PORT: String(radio.port) };
  const child = startOnde(['watch', '--follow', '--stream', 'dance', '--as', 'sonos'], settings);
  const end = ended(child);
  await expect
    .poll(async () => (await fetch(`${radio.origin}/metrics`)).text(), PATIENT)
    .toMatch(/^onde_robots 1$/m);
  const killedMs = performance.now();
  child.kill('SIGINT');
  expect((await end).told).toBe('');
  expect(performance.now() - killedMs).toBeLessThan(45_000);
});

test('[R179] onde watch ends with 1 and a remedy when nobody answers', async () => {
  const { code, output } = await watch('--origin', 'http://127.0.0.1:9', '--as', 'browser');
  expect(code).toBe(1);
  expect(output.match(/^WRONG {2}\w+ · browser · unreachable: .*ECONNREFUSED/gm)).toHaveLength(8);
  expect(output).toContain('8 of 8 listened and heard something wrong');
});
