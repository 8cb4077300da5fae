import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import { DatabaseUnavailable } from '#src/db/errors/database-errors.ts';
import { mediaFiles } from '#src/platform/settings/data-folder.ts';
import { nothing, wireMethod } from '#src/platform/wire/endpoint.ts';
import { doneReply } from '#src/platform/wire/wire-reply.ts';
import { mediaRecord } from '#src/station/testing/station-data.ts';
import { startWeb } from '../support/start-web.ts';
import { startProvider } from '../support/test-provider.ts';

const JSON_TYPE = { 'content-type': 'application/json' };
/** A hundred times as many may take 200 KB: ONDE_REFUSED_CALLS=100000 measures that. */
const REFUSED = Number(process.env.ONDE_REFUSED_CALLS ?? 1_000);
const LOG_BYTES_MAX = 2_000;

test('refused calls of strangers write no lines but those of their minutes [W119]', async () => {
  await using provider = await startProvider();
  await using web = await startWeb({
    logLevel: 'info',
    environment: { ...provider.environment, TRUST_PROXY: '1' },
  });
  const refused = [
    () => web.fetch('/auth/google/callback?state=x&code=y'),
    () => web.fetch('/auth/apple/callback', { method: 'POST', body: 'state=x' }),
    () => web.fetch('/api-proxy.php?endpoint=profile', { headers: { authorization: 'Bearer nobody' } }),
    () => web.fetch('/api-proxy.php?endpoint=nothing-here'),
    () => web.fetch('/covers/nothing-here.jpg'),
    () => web.fetch('/%ff/nothing-here.php'),
    () =>
      web.fetch('/api-proxy.php?endpoint=login', { method: 'POST', headers: JSON_TYPE, body: '{no json' }),
    () =>
      web.fetch('/api-proxy.php?endpoint=login', {
        method: 'POST',
        headers: { ...JSON_TYPE, 'x-forwarded-for': '203.0.113.7' },
        body: JSON.stringify({ email: 'zoe@example.org', password: 'guess' }),
      }),
    () =>
      web.fetch('/api-proxy.php?endpoint=verify-email', {
        method: 'POST',
        headers: JSON_TYPE,
        body: '{"token":"x"}',
      }),
    () => web.fetch('/robots.txt', { method: 'DELETE' }),
  ];
  const statuses = new Set<number>();
  for (let at = 0; at < REFUSED; at++) {
    const answer = await refused[at % refused.length]?.();
    await answer?.arrayBuffer();
    statuses.add(answer?.status ?? 0);
    // Ten calls a second, as one hand throws them.
    if (at % 600 === 599) web.clock.advance(60_000);
  }
  web.clock.advance(60_000);
  expect([...statuses].sort()).toEqual([303, 400, 401, 404, 405, 422, 429]);
  const bytes = web.errors.reduce((sum, line) => sum + Buffer.byteLength(line), 0);
  expect(web.errors.filter((line) => line.includes('stack'))).toEqual([]);
  expect(bytes).toBeLessThanOrEqual((LOG_BYTES_MAX * REFUSED) / 1_000);
});

test('a database that is away is one line, and one when it is back, however many calls fail', async () => {
  let isAway = true;
  await using web = await startWeb({
    logLevel: 'info',
    endpoints: {
      asks: {
        GET: wireMethod({
          query: nothing,
          body: nothing,
          reply: nothing,
          async run() {
            if (isAway) throw new DatabaseUnavailable(new Error('connect ECONNREFUSED'));
            return doneReply();
          },
        }),
      },
    },
  });
  for (let call = 0; call < 500; call++) {
    const { status, headers } = await web.call('asks');
    expect([status, headers.get('retry-after')]).toEqual([503, '5']);
  }
  expect(web.errors).toEqual([expect.stringContaining('the database cannot answer')]);
  expect(web.errors.join()).not.toContain('stack');
  isAway = false;
  web.clock.advance(11_000);
  await web.drain();
  expect(web.errors.slice(1)).toEqual([expect.stringMatching(/"failures":500.*the database answers again/)]);
});

test('a disk that cannot be read is one line, and one when it is back, however many files are asked for', async () => {
  await using web = await startWeb({ logLevel: 'info' });
  const song = mediaRecord(1, 'Nova Kessler', 'Midnight Ferry', 'dance');
  await web.data.addMedia(song);
  await web.drain();
  const { preview } = mediaFiles(web.data.folder, song.id);
  await mkdir(dirname(preview), { recursive: true });
  // A link to itself is there, and cannot be opened.
  await symlink(preview, preview);
  const ask = () => web.fetch('/previews/nova_kessler_midnight_ferry.mp3');
  const told = () => web.errors.filter((line) => line.includes('the web process'));
  for (let call = 0; call < 3; call++) {
    const { status, headers } = await ask();
    expect([status, headers.get('retry-after')]).toEqual([503, '5']);
  }
  expect(told()).toEqual([expect.stringMatching(/could not read a file.*check the disk of DATA_DIR/)]);
  expect(web.errors.join()).not.toContain('stack');
  await rm(preview);
  await writeFile(preview, 'sound');
  web.clock.advance(11_000);
  expect(await (await ask()).text()).toBe('sound');
  await expect
    .poll(() => told().slice(1))
    .toEqual([expect.stringMatching(/"failures":3.*the web process reads files again/)]);
});
