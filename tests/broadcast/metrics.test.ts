import { rename } from 'node:fs/promises';
import parsePrometheus from 'parse-prometheus-text-format';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { toneFrames } from '#src/audio/testing/tone-frames.ts';
import { listen } from '#src/broadcast/testing/listen.ts';
import { STREAM_IDS } from '#src/contract/streams.ts';
import { instanceKey } from '#src/platform/secrets/instance-secret.ts';
import { ROBOT_HEADER, ROBOT_PURPOSE, robotPass } from '#src/platform/secrets/robot-pass.ts';
import { PATIENT } from '#src/platform/testing/patience.ts';
import { mediaRecord } from '#src/station/testing/station-data.ts';
import { addTones, createHome, type Home, type Radio, startRadio } from './support/radio.ts';

const TOKEN = 'a-token-of-the-operator';
const familiesSchema = z.array(
  z.object({
    name: z.string(),
    help: z.string().min(1),
    type: z.enum(['GAUGE', 'COUNTER', 'HISTOGRAM']),
    metrics: z.array(
      z.object({
        value: z.coerce.number().optional(),
        buckets: z.record(z.string(), z.coerce.number()).optional(),
        labels: z.record(z.string(), z.string()).optional(),
      }),
    ),
  }),
);

let home: Home;
beforeAll(async () => {
  home = await createHome();
  await addTones(home, 3, 20);
});
afterAll(() => home[Symbol.asyncDispose]());

async function scrape(radio: Radio, token: string) {
  const reply = await fetch(`${radio.origin}/metrics`, { headers: { Authorization: `Bearer ${token}` } });
  expect(reply.status).toBe(200);
  expect(reply.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
  expect(reply.headers.get('cache-control')).toBe('no-store');
  expect(reply.headers.get('access-control-allow-origin')).toBeNull();
  const text = await reply.text();
  const families = familiesSchema.parse(parsePrometheus(text));
  const metricsOf = (name: string) => families.find((family) => family.name === name)?.metrics ?? [];
  return {
    names: families.map(({ name }) => name),
    /** Answers of a kind: the parser knows one histogram of a name. */
    answers(kind: string) {
      const lines = text
        .split('\n')
        .filter((line) => line.startsWith('#') || line.includes(`kind="${kind}",status="2xx"`));
      const [family] = familiesSchema
        .parse(parsePrometheus(lines.join('\n')))
        .filter(({ name }) => name === 'onde_request_duration_seconds');
      return family?.metrics[0]?.buckets?.['+Inf'];
    },
    /** The sum of what has these labels. */
    sum: (name: string, labels: Record<string, string> = {}) =>
      metricsOf(name)
        .filter((one) => Object.entries(labels).every(([label, value]) => one.labels?.[label] === value))
        .reduce((sum, { value = 0 }) => sum + value, 0),
  };
}

test('[R181] a stream whose files are gone is told to play the bed, one that never had any is not', async () => {
  await using bare = await createHome();
  for (const number of [1, 2])
    await bare.addMedia(
      mediaRecord(number, `Artist ${number}`, `Tone ${number}`),
      toneFrames(2, 220 * number),
    );
  await using radio = await startRadio(bare, { settings: { METRICS_TOKEN: TOKEN } });
  const onBed = async (labels = {}) => (await scrape(radio, TOKEN)).sum('onde_stream_on_bed', labels);
  expect(await onBed()).toBe(0);
  await rename(bare.folder.media, `${bare.folder.media}-away`);
  await vi.waitFor(async () => expect(await onBed({ stream: 'dance' })).toBe(1), PATIENT);
  expect(await onBed()).toBe(1);
  await rename(`${bare.folder.media}-away`, bare.folder.media);
  await vi.waitFor(async () => expect(await onBed()).toBe(0), PATIENT);
});

test('[W166] Prometheus reads who listens and how long answers take; a robot is no listener', async () => {
  await using radio = await startRadio(home, { settings: { METRICS_TOKEN: TOKEN } });
  const before = await scrape(radio, TOKEN);
  expect(before.names.filter((name) => !name.startsWith('onde_'))).toEqual([]);
  expect(before.names.length).toBe(new Set(before.names).size);
  expect(before.sum('onde_listeners')).toBe(0);
  expect(before.sum('onde_stream_on_air')).toBe(STREAM_IDS.length);

  const pass = robotPass(instanceKey(home.folder.secret, ROBOT_PURPOSE), Date.now());
  using robot = listen(radio.origin, '/stream/dance.mp3', { headers: { [ROBOT_HEADER]: pass } });
  using one = listen(radio.origin, '/stream/dance.mp3');
  using other = listen(radio.origin, '/stream/club.mp3');
  for (const heard of [robot, one, other]) await heard.bytes(16_000);
  await fetch(`${radio.origin}/titre.json`);
  const now = await scrape(radio, TOKEN);
  expect(now.sum('onde_listeners')).toBe(2);
  const guests = { variant: 'guest', transport: 'progressive' };
  expect(now.sum('onde_listeners', { stream: 'dance', ...guests })).toBe(1);
  expect(now.sum('onde_robots')).toBe(1);
  expect(now.sum('onde_listener_joins_total', { stream: 'club', ...guests })).toBe(1);
  expect(now.sum('onde_sent_bytes_total', { stream: 'dance' })).toBeGreaterThanOrEqual(16_000);
  expect(now.sum('onde_sent_bytes_total', { stream: 'lounge' })).toBe(0);
  expect([before.answers('document'), now.answers('document'), now.answers('page')]).toEqual([0, 1, 0]);
  expect(now.sum('onde_connections')).toBeGreaterThanOrEqual(3);

  one.socket.destroy();
  await vi.waitFor(async () => expect((await scrape(radio, TOKEN)).sum('onde_listeners')).toBe(1), PATIENT);
  expect((await scrape(radio, TOKEN)).sum('onde_listener_joins_total')).toBe(2);

  const refused = await fetch(`${radio.origin}/metrics`);
  expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([401, 'Bearer realm="metrics"']);
  expect(await refused.json()).toMatchObject({ success: false, code: 'authentication_required' });
  expect((await fetch(`${radio.origin}/metrics`, { method: 'POST' })).status).toBe(405);
});

test('[W165] without a token this machine reads the figures, and nobody who came through a proxy', async () => {
  await using radio = await startRadio(home);
  expect((await scrape(radio, 'any')).sum('onde_listeners')).toBe(0);
  const ask = (headers: Record<string, string>) => fetch(`${radio.origin}/metrics`, { headers });
  for (const header of ['X-Forwarded-For', 'Forwarded', 'X-Real-IP'])
    expect((await ask({ [header]: '127.0.0.1' })).status).toBe(403);
});
