import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { toneFrames } from '#src/audio/testing/tone-frames.ts';
import { requestIcecast } from '#src/broadcast/supervision/control-door.ts';
import { controlSocket } from '#src/broadcast/supervision/socket-folder.ts';
import { AD_FREE_STREAMS } from '#src/contract/limits.ts';
import { STREAM_IDS } from '#src/contract/streams.ts';
import { AD_FREE_PURPOSE, signAdFreeToken } from '#src/platform/secrets/ad-free-token.ts';
import { instanceKey } from '#src/platform/secrets/instance-secret.ts';
import { PATIENT } from '#src/platform/testing/patience.ts';
import { mediaRecord } from '#src/station/testing/station-data.ts';
import { freePort } from '../support/free-port.ts';
import { listenAt, startIcecast, type TestIcecast } from '../support/icecast.ts';
import { createHome, type Home, type Radio, startRadio } from './support/radio.ts';

/** Longest that a listener of Icecast hears nothing when broadcast is killed. */
const SILENT_MS_MAX = 5_000;

let home: Home;
let icecast: TestIcecast;
let radio: Radio;
let settings: Record<string, string>;

beforeAll(async () => {
  home = await createHome();
  for (const [number, artist, title] of [
    [1, 'Катя', 'Ночь ё'],
    [2, 'Björk', 'Été "007"'],
  ] as const) {
    const record = mediaRecord(number, artist, title);
    const placements = record.placements.map((place) => ({ ...place, streamId: null }));
    await home.addMedia({ ...record, placements }, toneFrames(6, 220 * number));
  }
  const port = await freePort();
  icecast = await startIcecast({ file: 'icecast.xml', onde: `http://127.0.0.1:${port}` });
  settings = { PORT: String(port), ICECAST_URL: icecast.url, METRICS_TOKEN: 'figures' };
  radio = await startRadio(home, { settings });
});
afterAll(async () => {
  await radio?.[Symbol.asyncDispose]();
  await icecast?.[Symbol.asyncDispose]();
  await home?.[Symbol.asyncDispose]();
});

const token = (hours: number) =>
  signAdFreeToken(instanceKey(home.folder.secret, AD_FREE_PURPOSE), {
    userId: '01kaq2w7m0abcdefghjkmnpqrs',
    expiresMs: Date.now() + hours * 3_600_000,
  });
const onAir = async (one: Pick<TestIcecast, 'origin'> = icecast) => {
  const text = await (await fetch(`${one.origin}/status-json.xsl`)).text();
  return [...text.matchAll(/"stream_start":/g)].length;
};
const figure = async (name: string) => {
  const reply = await fetch(`${radio.origin}/metrics`, { headers: { Authorization: 'Bearer figures' } });
  const line = (await reply.text()).split('\n').find((one) => one.startsWith(`${name} `));
  return Number(line?.split(' ').at(-1));
};
const listen = (path: string, one: Pick<TestIcecast, 'origin'> = icecast) => listenAt(`${one.origin}${path}`);

test('[W190, W193] every stream is on air there in both variants, with its names and titles in UTF-8', async () => {
  await vi.waitFor(async () => expect(await onAir()).toBe(2 * STREAM_IDS.length), PATIENT);
  using heard = await listen('/dance.mp3');
  expect(heard.headers).toMatchObject({ 'content-type': 'audio/mpeg', 'icy-br': '128' });
  expect(String(heard.headers['icy-name'])).toContain('Onde');
  await vi.waitFor(
    () => expect(new Set(heard.titles.map(({ title }) => title)).size).toBeGreaterThan(1),
    PATIENT,
  );
  for (const { title } of heard.titles) expect(['Катя - Ночь ё', 'Björk - Été "007"']).toContain(title);
});

test('[W194, W195] a mount without adverts is for members, as many at a time as one may hear', async () => {
  const path = (hours: number) => `/dance-noads.mp3?noads=${token(hours)}`;
  await vi.waitFor(async () => {
    using heard = await listen(path(1));
    expect(heard.status).toBe(200);
  }, PATIENT);
  for (const refused of [path(-1), '/dance-noads.mp3', '/dance-noads.mp3?noads=no']) {
    using heard = await listen(refused);
    expect(heard.status).toBe(401);
  }
  using several = new DisposableStack();
  await vi.waitFor(async () => {
    for (let count = 0; count < AD_FREE_STREAMS; count += 1) {
      const heard = several.use(await listen(path(1)));
      expect(heard.status).toBe(200);
    }
  }, PATIENT);
  using tooMany = await listen(path(1));
  expect(tooMany.status).toBe(401);
  await vi.waitFor(
    async () =>
      expect(await figure('onde_icecast_listeners{stream="dance",variant="member"}')).toBe(AD_FREE_STREAMS),
    PATIENT,
  );
  const told = await requestIcecast(controlSocket(home.folder));
  expect(told.find(({ streamId, variant }) => streamId === 'dance' && variant === 'member')).toMatchObject({
    isOnAir: true,
    listeners: AD_FREE_STREAMS,
  });
});

test('[R204] when broadcast is killed listeners stay, and hear nothing for five seconds at most', async () => {
  using heard = await listen('/dance.mp3');
  await vi.waitFor(() => expect(heard.came.length).toBeGreaterThan(8), PATIENT);
  await radio.end('SIGKILL');
  // A start on another port leaves the listeners where they are.
  radio = await startRadio(home, { settings });
  const before = heard.came.length;
  await vi.waitFor(() => expect(heard.came.length).toBeGreaterThan(before + 8), PATIENT);
  expect(heard.isOver).toBe(false);
  expect(heard.silentMs()).toBeLessThan(SILENT_MS_MAX);
});

test('[W191] an Icecast that comes back has the streams again; that it was away is one line of the log', async () => {
  await icecast.kill();
  await radio.printed(/does not answer, and its listeners wait/);
  await icecast.start();
  await vi.waitFor(async () => expect(await onAir()).toBe(2 * STREAM_IDS.length), PATIENT);
  expect(await figure('onde_icecast_mount_on_air{stream="dance",variant="guest"}')).toBe(1);
  expect(radio.output.filter((line) => line.includes('Icecast at'))).toHaveLength(1);
});

test('[W190, W194] a relay passes both variants on, and asks for tokens by itself', async () => {
  await using relay = await startIcecast({ file: 'relay.xml', onde: radio.origin, master: icecast });
  await vi.waitFor(async () => expect(await onAir(relay)).toBe(2 * STREAM_IDS.length), PATIENT);
  using heard = await listen('/hits.mp3', relay);
  using member = await listen(`/hits-noads.mp3?noads=${token(1)}`, relay);
  using refused = await listen('/hits-noads.mp3', relay);
  expect([heard.status, member.status, refused.status]).toEqual([200, 200, 401]);
  await vi.waitFor(() => expect(heard.titles.at(-1)?.title).toMatch(/^(Катя|Björk) - /), PATIENT);
});
