import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, type ExpectStatic, test } from 'vitest';
import * as z from 'zod';
import { BEHIND_MS } from '#src/contract/limits.ts';
import type { TransportWish } from '#src/features/player/state/transport-wish.ts';
import { CuttableNetwork } from '../support/cuttable-network.ts';
import { type Site, startSite } from '../support/start-site.ts';
import { openFirefox } from './support/firefox.ts';
import { soundsOf, watchSounds, wordsOf } from './support/page-sound.ts';
import { Program } from './support/program.ts';
import { SessionBus } from './support/session-bus.ts';
import { VirtualOutput } from './support/virtual-output.ts';
import { openWebKit } from './support/webkit.ts';

/** Each stream is a tone of its own, as startSite gives them out. */
const TRACKS = [
  { streamId: 'dance', artist: 'Nova Kessler', title: 'Midnight Ferry' },
  { streamId: 'lounge', artist: 'Ada Lind', title: 'Low Tide' },
] as const;
const TONES = { dance: 220, lounge: 275 } as const;
type Stream = keyof typeof TONES;

/**
 * Without an output Firefox fails to play and says so; WebKitGTK plays for nobody, and no page can tell. Debian's takes no
 * MP3 from scripts and knows no playlists.
 */
const ENGINES = [
  { name: 'Firefox', openEngine: openFirefox, playsWithoutOutput: false, playsSegments: true },
  { name: 'WebKitGTK', openEngine: openWebKit, playsWithoutOutput: true, playsSegments: false },
];

let site: Site;
let display: string;
const open = new AsyncDisposableStack();
beforeAll(async () => {
  // It takes the first number that is free, and says which.
  const words = ['-displayfd', '1', '-screen', '0', '1280x900x24', '-nolisten', 'tcp'];
  const screen = open.use(new Program('Xvfb', words, {}));
  [site, display] = await Promise.all([startSite(TRACKS), screen.says(/^(\d+)$/)]);
  open.use(site);
});
afterAll(() => open.disposeAsync());

describe.concurrent.each(ENGINES)(
  'a listener with $name',
  ({ openEngine, playsWithoutOutput, playsSegments }) => {
    test('hears the stream of the press, a change, and after a tunnel the radio where it was left, and is led to what is live [R171]', async ({
      expect,
    }) => {
      await using visit = await openHome(expect, openEngine, 'output');
      const { page, network, output, press, untilPlaying, untilSays, untilStopped } = visit;
      const radioMs = async () => marksSchema.parse(await askRadio('/stream/lounge/marks')).data.now_ms;
      const untilHeard = (stream: Stream) => expect.poll(() => output?.hears(TONES[stream])).toBe(true);
      const untilSilent = () => expect.poll(() => output?.isSilent).toBe(true);
      for (const stream of ['dance', 'lounge'] as const) {
        await press(stream);
        await untilPlaying(stream);
        await untilHeard(stream);
        await untilSays(/^$/);
      }
      network.fallSilent();
      await untilSilent();
      const silentMs = await radioMs();
      await untilSays(/^Reconnecting/);
      await expect.poll(radioMs).toBeGreaterThan(silentMs + BEHIND_MS);
      await network.mend();
      await untilHeard('lounge');
      await untilPlaying('lounge');
      await untilSays(/^$/);
      await expect.poll(() => page.run(nameWayBack)).toBe(true);
      await page.press('#way-back');
      await expect.poll(() => page.run(nameWayBack)).toBe(false);
      await untilPlaying('lounge');
      await untilHeard('lounge');
      await press('lounge');
      await untilStopped();
      await untilSilent();
      expect(page.errors).toEqual([]);
    });

    test('who has chosen segments hears them where the engine can, a change, and the radio again after a tunnel [R189]', async ({
      expect,
    }) => {
      await using visit = await openHome(expect, openEngine, 'output', 'hls');
      const { page, network, output, press, untilSays, untilStopped } = visit;
      const untilHeard = (stream: Stream) => expect.poll(() => output?.hears(TONES[stream])).toBe(true);
      const untilSilent = () => expect.poll(() => output?.isSilent).toBe(true);
      for (const stream of ['dance', 'lounge'] as const) {
        await press(stream);
        await untilHeard(stream);
        await untilSays(/^$/);
      }
      const [sound] = await soundsOf(page);
      expect(sound?.address.includes('session=')).toBe(!playsSegments);
      network.fallSilent();
      await untilSilent();
      await untilSays(/^Reconnecting/);
      await network.mend();
      await untilHeard('lounge');
      await untilSays(/^$/);
      await press('lounge');
      await untilStopped();
      await untilSilent();
      expect(page.errors).toEqual([]);
    });

    test('pauses it and plays it again by the keys of a desktop [R248]', async ({ expect }) => {
      await using bus = await SessionBus.open();
      await using visit = await openHome(expect, openEngine, 'output', 'automatic', bus);
      const { page, output, press, untilPlaying, untilStopped } = visit;
      await press('dance');
      await untilPlaying('dance');
      await expect.poll(() => bus.status()).toBe('Playing');
      // The page's own keys, no longer the engine's, and the script that holds the lock screen. WebKitGTK says by itself
      // that it plays, but not what.
      await expect.poll(() => page.run(() => navigator.mediaSession.metadata !== null)).toBe(true);
      await expect.poll(() => output?.hears(TONES.dance)).toBe(true);
      await bus.press('Pause');
      await untilStopped();
      await expect.poll(() => bus.status()).toBe('Paused');
      await bus.press('Play');
      await untilPlaying('dance');
      await expect.poll(() => output?.hears(TONES.dance)).toBe(true);
      expect(page.errors).toEqual([]);
    });

    test('without a sound output is told so where a page can know, and the radio, and a page asked for meanwhile, are there after a lost network', async ({
      expect,
    }) => {
      await using visit = await openHome(expect, openEngine, 'none');
      const { page, network, press, untilPlaying, untilSays, untilStopped } = visit;
      const untilToldOrPlaying = async (stream: Stream) => {
        if (!playsWithoutOutput) return untilSays(/^No sound: check the audio output$/);
        await untilPlaying(stream);
        await untilSays(/^$/);
      };
      for (const stream of ['dance', 'lounge'] as const) {
        await press(stream);
        await untilToldOrPlaying(stream);
      }
      await network.breakOff();
      await untilSays(/^Reconnecting/);
      // Its scripts get lost, and some engines ask for none of them twice: the document stays all the same [R126].
      await page.run(() => void Object.assign(window, { isSame: true }));
      await page.press('nav a[href$="/page-ecoute.html"]');
      await expect.poll(() => page.run(() => document.querySelector('[data-way]') !== null)).toBe(true);
      await network.mend();
      await expect.poll(() => page.run(() => location.pathname)).toMatch(/page-ecoute/);
      expect(await page.run(() => Reflect.get(window, 'isSame'))).toBe(true);
      await untilToldOrPlaying('lounge');
      await page.press('[data-player-bar] button[data-play-stream="lounge"]');
      await untilStopped();
      expect(page.errors).toEqual([]);
    });
  },
);

const marksSchema = z.object({ data: z.object({ now_ms: z.number() }) });
const askRadio = async (path: string): Promise<unknown> => (await fetch(`${site.origin}${path}`)).json();

/** Runs in the page: whether there is a way back to what is live, which can then be pressed. */
function nameWayBack(): boolean {
  const ways = [...document.querySelectorAll('button')].filter(
    (button) => button.textContent === 'Back to live' && button.checkVisibility(),
  );
  for (const way of ways) way.id = 'way-back';
  return ways.length > 0;
}

/**
 * Opens the home page in a fresh browser, behind a network of its own.
 * @param expect the test's own: of tests side by side, the common one does not know which it belongs to
 */
async function openHome(
  expect: ExpectStatic,
  openEngine: (typeof ENGINES)[number]['openEngine'],
  device: 'output' | 'none',
  wish: TransportWish = 'automatic',
  bus: SessionBus | null = null,
) {
  await using own = new AsyncDisposableStack();
  const folder = own.adopt(await mkdtemp(join(tmpdir(), 'onde-engine-')), (path) =>
    rm(path, { recursive: true, force: true, maxRetries: 5 }),
  );
  const network = own.use(await CuttableNetwork.open(Number(new URL(site.origin).port)));
  const output = device === 'output' ? own.use(await VirtualOutput.plugIn(folder)) : null;
  const page = own.use(await openEngine({ folder, display: `:${display}`, bus: bus?.address ?? null }));
  await page.goTo(`${network.origin}/en/`);
  await page.run((kept) => {
    // Nobody is invited to register: the dialog would lie over the buttons.
    sessionStorage.setItem('signup_modal_shown', 'true');
    localStorage.setItem('onde-transport', kept);
  }, JSON.stringify({ wish }));
  await watchSounds(page);
  const ends = own.move();
  return {
    page,
    network,
    output,
    press: (stream: Stream) => page.press(`main button[data-play-stream="${stream}"]`),
    untilSays: (words: RegExp) => expect.poll(() => wordsOf(page)).toMatch(words),
    /** Waits until this stream alone is fetched and its time moves. */
    async untilPlaying(stream: Stream) {
      let before = Number.POSITIVE_INFINITY;
      await expect
        .poll(async () => {
          const [sound, ...others] = await soundsOf(page);
          const isIt = sound?.address.includes(`/stream/${stream}.mp3`) && others.length === 0;
          const seconds = sound !== undefined && isIt ? sound.seconds : Number.POSITIVE_INFINITY;
          const hasMoved = sound?.isPlaying === true && before < seconds && isIt;
          before = seconds;
          return hasMoved;
        })
        .toBe(true);
    },
    /** Waits until nothing is played or fetched: a radio that is paused holds silence at most. */
    untilStopped: () =>
      expect
        .poll(async () => {
          const sounds = await soundsOf(page);
          return sounds.filter(({ address, isPlaying }) => isPlaying || !address.endsWith('#silence'));
        })
        .toEqual([]),
    [Symbol.asyncDispose]: () => ends.disposeAsync(),
  };
}
