import { mkdtempDisposableSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { openExchange } from '#src/broadcast/http/exchange.ts';
import { ManualClock } from '#src/platform/clock/testing/manual-clock.ts';
import { createLogger } from '#src/platform/log/logger.ts';
import type { Measured } from './exposition.ts';
import { MetricsDocument } from './metrics-document.ts';

/** Parts of another version, in which something has another name. */
const misfit: Measured = {
  clock: new ManualClock(),
  group: null,
  connections(): number {
    throw new TypeError('mount.heardMs is not a function');
  },
  music: null,
};

/** Asks twice for figures that cannot be told; returns the answers and the lines of the log. */
async function scrape(file: string) {
  const lines: unknown[] = [];
  const lineSchema = z.object({ level: z.number(), msg: z.string() });
  const write = (line: string) => void lines.push(lineSchema.parse(JSON.parse(line)));
  const logger = createLogger({ level: 'info', part: 'test', to: { write } });
  const metrics = new MetricsDocument({
    measured: misfit,
    token: 'secret',
    logger,
    file: pathToFileURL(file),
  });
  await using server = createServer((call, reply) => metrics.handle(openExchange(call, reply)));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  const codes: number[] = [];
  for (let at = 0; at < 2; at += 1) {
    const headers = { authorization: 'Bearer secret', connection: 'close' };
    codes.push((await fetch(`http://127.0.0.1:${port}/metrics`, { headers })).status);
  }
  return { codes, lines };
}

test('figures whose program was updated meanwhile are said to wait for a restart, once, and are no error to report', async () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'onde-metrics-'));
  const file = join(folder.path, 'exposition.ts');
  writeFileSync(file, '');
  utimesSync(file, Date.now() / 1000 + 60, Date.now() / 1000 + 60);
  expect(await scrape(file)).toEqual({
    codes: [503, 503],
    lines: [{ level: 40, msg: expect.stringContaining('after the next restart of the radio') }],
  });
});

test('figures that fail without an update are an error to report, each time', async () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'onde-metrics-'));
  const file = join(folder.path, 'exposition.ts');
  writeFileSync(file, '');
  utimesSync(file, 0, 0);
  const line = { level: 50, msg: expect.stringContaining('please report this error') };
  expect(await scrape(file)).toEqual({ codes: [503, 503], lines: [line, line] });
});
