import { readdirSync, readFileSync } from 'node:fs';
import { afterEach, expect, test, vi } from 'vitest';
import { startFastRadio } from './support/fast-radio.ts';
import { createHome } from './support/radio.ts';

const SPEED = 10;

afterEach(() => vi.unstubAllEnvs());

/** The web processes that this one has started. */
function webProcesses(): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        const parent = Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${name}/status`, 'utf8'))?.[1]);
        return (
          parent === process.pid && /\0web\0--socket\0/.test(readFileSync(`/proc/${name}/cmdline`, 'utf8'))
        );
      } catch {
        return false;
      }
    })
    .map(Number);
}

test('a web process that hangs is replaced, and pages answer again', async () => {
  await using home = await createHome();
  vi.stubEnv('DATA_DIR', home.folder.root);
  vi.stubEnv('STATION_DIR', home.stationDir);
  vi.stubEnv('LOG_LEVEL', 'error');
  await using radio = await startFastRadio(home, SPEED);
  await radio.web.start();
  const [hung = 0] = webProcesses();
  process.kill(hung, 'SIGSTOP');
  await vi.waitFor(() => expect(webProcesses()).not.toContain(hung), { timeout: 20_000, interval: 100 });
  await vi.waitFor(async () => expect((await fetch(`${radio.origin}/station.json`)).status).toBe(200), {
    timeout: 20_000,
    interval: 500,
  });
  expect(radio.log.map(({ msg }) => msg)).toContain('the web process answers no more and is ended');
}, 60_000);
