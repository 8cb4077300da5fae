import { beforeEach, describe, expect, test } from 'vitest';
import { FakeMediaElement } from '#src/features/player/sound/testing/fake-media-element.ts';
import { wantsSound } from '#src/features/player/state/player-state.ts';
import type { PreviewTrack } from './preview-track.ts';
import { radioWithPreviews } from './testing/radio-with-previews.ts';

const FERRY = {
  titre: 'Nova Kessler - Midnight Ferry',
  preview: '/previews/nova_kessler_midnight_ferry.mp3',
};
const LIGHTS = {
  titre: 'Nova Kessler - Harbour Lights',
  preview: '/previews/nova_kessler_harbour_lights.mp3',
};

type Radio = ReturnType<typeof radioWithPreviews>;
let clock: Radio['clock'];
let pool: Radio['pool'];
let elements: Radio['elements'];
let outcome: FakeMediaElement['outcome'];
let main: Radio['main'];
let previews: Radio['previews'];
let heard: Radio['heard'];
let failures: string[];

beforeEach(() => {
  outcome = 'sounds';
  failures = [];
  ({ clock, pool, elements, main, previews, heard } = radioWithPreviews());
});

/** Refusals come with the next turn of the promises. */
const settle = () => new Promise<void>((resolve) => queueMicrotask(() => queueMicrotask(resolve)));

function toggle(track: PreviewTrack): FakeMediaElement {
  for (const element of elements) element.outcome = outcome;
  previews.toggle(track, () => failures.push(track.preview));
  const element = elements.find(({ src }) => src === track.preview);
  return element ?? new FakeMediaElement();
}

function listen(): void {
  main.play('dance');
  for (const element of elements) element.sound();
}

describe('a press on a preview', () => {
  test('silences the radio, and the bar has its title', () => {
    listen();
    toggle(FERRY);
    expect(heard()).toEqual([FERRY.preview]);
    expect(main.getState()).toMatchObject({ phase: 'paused', preview: { title: FERRY.titre, resume: true } });
  });

  test('takes the place of the preview before it, and the radio stays silent', () => {
    listen();
    toggle(FERRY);
    toggle(LIGHTS);
    expect(heard()).toEqual([LIGHTS.preview]);
    expect(previews.getState().address).toBe(LIGHTS.preview);
    expect(main.getState().preview).toEqual({ title: LIGHTS.titre, kind: 'track', resume: true });
  });

  test('stops it when it plays, and the radio goes on', () => {
    listen();
    toggle(FERRY);
    toggle(FERRY);
    expect(heard()).toEqual(['/stream/dance.mp3']);
    expect(previews.getState().address).toBeNull();
  });

  test('is silent for good once another tab has begun to sound', () => {
    listen();
    toggle(FERRY);
    main.fallSilent();
    expect(heard()).toEqual([]);
    expect(previews.getState().address).toBeNull();
    expect(main.getState()).toMatchObject({ phase: 'paused', preview: null });
  });

  test('does nothing for a track that has none', () => {
    listen();
    toggle({ ...FERRY, preview: '' });
    expect(heard()).toEqual(['/stream/dance.mp3']);
    expect(main.getState().preview).toBeNull();
  });

  test('plays at the volume of the radio, also when that changes', () => {
    main.setVolume(0.2);
    const element = toggle(FERRY);
    expect(element.volume).toBe(0.2);
    main.toggleMute();
    expect(element.muted).toBe(true);
  });
});

describe('a preview that sounds', () => {
  test('tells how far it is and what is left of 51 seconds', () => {
    const element = toggle(FERRY);
    element.sound();
    element.move(20);
    clock.advance(250);
    expect(previews.getState()).toMatchObject({ isSounding: true, secondsLeft: 31 });
    expect(previews.getState().elapsedSeconds).toBeCloseTo(20.03, 1);
  });

  test('gives the radio back at its end, and its element to the pool', () => {
    listen();
    const element = toggle(FERRY);
    element.closeWith(1);
    element.runDry();
    expect(heard()).toEqual(['/stream/dance.mp3']);
    expect(pool.size).toBe(1);
    expect(previews.getState().address).toBeNull();
  });

  test('was heard to its end when that comes before the length that the file seemed to have [R218]', () => {
    const element = toggle(FERRY);
    const seen: unknown[] = [];
    previews.subscribe(() => seen.push(previews.getState()));
    element.sound();
    element.move(20);
    clock.advance(250);
    element.closeWith(0);
    element.runDry();
    expect(seen.at(-2)).toMatchObject({ address: FERRY.preview, isSounding: true, secondsLeft: 0 });
  });

  test('leaves silence at its end when nothing played before it', () => {
    const element = toggle(FERRY);
    element.sound();
    element.closeWith(1);
    element.runDry();
    expect(heard()).toEqual([]);
    expect(main.getState()).toMatchObject({ phase: 'idle', preview: null });
  });

  test('stops when a stream is chosen to play', () => {
    const element = toggle(FERRY);
    main.play('club');
    expect(heard()).toEqual(['/stream/club.mp3']);
    expect(element.played).toContain(FERRY.preview);
    expect(previews.getState().address).toBeNull();
  });

  test('stops when the bar is pressed, and the radio goes on', () => {
    listen();
    toggle(FERRY);
    main.toggle();
    expect(heard()).toEqual(['/stream/dance.mp3']);
    expect(previews.getState().address).toBeNull();
  });

  test('leaves silence when the device takes the sound away', () => {
    listen();
    toggle(FERRY).interrupt();
    expect(heard()).toEqual([]);
    expect(main.getState()).toMatchObject({ phase: 'paused', preview: null });
  });
});

describe('an episode, which is a long preview', () => {
  const EPISODE = {
    titre: 'Brume',
    preview: '/podcasts/carnets/brume.mp3',
    fromSeconds: 90,
    kind: 'episode',
  } as const;

  test('begins where it is told to, and the bar knows what it is', () => {
    const element = toggle(EPISODE);
    expect(element.currentTime).toBeGreaterThanOrEqual(90);
    expect(main.getState().preview).toMatchObject({ title: 'Brume', kind: 'episode' });
  });

  test('goes on where it is sought, and says so at once', () => {
    const element = toggle(EPISODE);
    element.sound();
    previews.seek(300);
    expect(element.currentTime).toBe(300);
    expect(previews.getState().elapsedSeconds).toBe(300);
  });

  test('that loses the network is fetched from the second heard last until it comes, and is sought meanwhile [R249]', () => {
    listen();
    const element = toggle(EPISODE);
    element.sound();
    element.move(10);
    clock.advance(250);
    for (const other of elements) other.outcome = 'fails';
    element.fail();
    clock.advance(60_000);
    expect(failures).toEqual([]);
    expect(previews.getState()).toMatchObject({ address: EPISODE.preview, isSounding: true });
    expect(Math.floor(previews.getState().elapsedSeconds)).toBe(100);
    previews.seek(300);
    expect(previews.getState().elapsedSeconds).toBe(300);
    element.error = null;
    element.outcome = 'sounds';
    clock.advance(10_000);
    expect(heard()).toEqual([EPISODE.preview]);
    expect(element.currentTime).toBeCloseTo(300, 1);
    expect(previews.getState().elapsedSeconds).toBeCloseTo(300, 1);
  });

  test('that has gone meanwhile is waited for no longer, and the radio goes on [R249]', async () => {
    listen();
    let isGone = false;
    const element = toggle({ ...EPISODE, isGone: async () => isGone });
    element.sound();
    element.outcome = 'fails';
    element.fail();
    clock.advance(10_000);
    await settle();
    expect(failures).toEqual([]);
    isGone = true;
    clock.advance(2_000);
    await settle();
    expect(failures).toEqual([EPISODE.preview]);
    expect(main.getState().preview).toBeNull();
    expect(wantsSound(main.getState().phase)).toBe(true);
  });

  test('is as long as the station says, whatever the browser makes of its file [R218]', () => {
    const element = toggle({ ...EPISODE, durationSeconds: 3_600 });
    for (const guessed of [Number.POSITIVE_INFINITY, 92]) {
      element.duration = guessed;
      element.sound();
      expect(previews.getState().secondsLeft).toBe(3_510);
    }
  });

  test('that is waited for and the browser lets begin by a press alone is paused [R249]', async () => {
    let pauses = 0;
    const element = toggle({ ...EPISODE, pause: () => (pauses += 1) });
    element.sound();
    element.fail();
    element.error = null;
    element.outcome = 'refuses';
    clock.advance(10_000);
    await settle();
    expect(pauses).toBe(1);
    expect(failures).toEqual([]);
  });

  test('that the device cannot play is not asked for again', () => {
    const element = toggle(EPISODE);
    element.failAtOutput();
    expect(failures).toEqual([EPISODE.preview]);
  });

  test('cannot be sought before it sounds, nor once it has stopped', () => {
    outcome = 'hangs';
    const element = toggle(EPISODE);
    previews.seek(300);
    expect(element.currentTime).toBe(90);
    previews.stop();
    previews.seek(300);
    expect(previews.getState().elapsedSeconds).toBe(0);
  });
});

describe('a preview that cannot be loaded', () => {
  test('gives the radio back, says so once and is remembered', () => {
    listen();
    outcome = 'fails';
    toggle(FERRY);
    expect(main.getState().preview).toBeNull();
    expect(failures).toEqual([FERRY.preview]);
    expect([...previews.getState().failed]).toEqual([FERRY.preview]);
  });

  test('counts as failed when the browser refuses it', async () => {
    listen();
    outcome = 'refuses';
    toggle(FERRY);
    await settle();
    expect(failures).toEqual([FERRY.preview]);
  });

  test('counts as failed when nothing has come in 10 seconds', () => {
    listen();
    outcome = 'hangs';
    toggle(FERRY);
    clock.advance(9_999);
    expect(failures).toEqual([]);
    clock.advance(1);
    expect(failures).toEqual([FERRY.preview]);
  });

  test('is waited for while something comes, as of an episode behind a large picture on a slow network', () => {
    listen();
    outcome = 'hangs';
    const element = toggle({ ...FERRY, kind: 'episode' as const });
    for (let quarter = 0; quarter < 120; quarter += 1) {
      element.come();
      clock.advance(250);
    }
    expect(failures).toEqual([]);
    element.sound();
    expect(previews.getState().isSounding).toBe(true);
    toggle(LIGHTS).come();
    clock.advance(10_250);
    expect(failures).toEqual([LIGHTS.preview]);
  });

  test('counts as failed when it has begun and stands still for 10 seconds, and the radio goes on', () => {
    listen();
    const element = toggle(FERRY);
    for (const seconds of [4, 8]) {
      element.currentTime = seconds;
      clock.advance(9_500);
    }
    expect(failures).toEqual([]);
    clock.advance(1_000);
    expect(failures).toEqual([FERRY.preview]);
    expect(main.getState()).toMatchObject({ preview: null, phase: 'playing' });
  });

  test('is waited for where it is an episode that stands still, and asked for again from there [R249]', () => {
    listen();
    const element = toggle({ ...FERRY, kind: 'episode' as const });
    element.currentTime = 600;
    element.duration = 3_600;
    element.outcome = 'hangs';
    clock.advance(9_500);
    element.come();
    clock.advance(9_500);
    expect(element.played.filter((address) => address === FERRY.preview)).toHaveLength(1);
    const left = { elapsedSeconds: 600, secondsLeft: 3_000 };
    expect(previews.getState()).toMatchObject(left);
    clock.advance(1_000);
    expect(element.played.filter((address) => address === FERRY.preview)).toHaveLength(2);
    // Its element does not know its length now, and one heard to its end would begin again.
    expect(previews.getState()).toMatchObject(left);
    clock.advance(120_000);
    expect(failures).toEqual([]);
    element.outcome = 'sounds';
    clock.advance(10_000);
    expect(heard()).toEqual([FERRY.preview]);
    expect(previews.getState().elapsedSeconds).toBeCloseTo(600, 1);
  });

  test('is forgotten as failed when it is tried again', () => {
    listen();
    outcome = 'fails';
    toggle(FERRY);
    outcome = 'sounds';
    toggle(FERRY);
    expect([...previews.getState().failed]).toEqual([]);
    expect(heard()).toEqual([FERRY.preview]);
  });
});

describe('an episode that is paused [R247]', () => {
  const EPISODE: PreviewTrack = {
    titre: 'Brume',
    preview: '/podcasts/carnets/1.mp3',
    kind: 'episode',
    pause() {
      previews.pause();
      main.offerEpisode('Brume', () => {});
    },
  };
  const pause = () => main.toggle();

  beforeEach(() => {
    outcome = 'sounds';
    listen();
  });

  test('keeps its element, and goes on with it where it was, or from where it was moved to', () => {
    const element = toggle(EPISODE);
    element.move(20);
    pause();
    expect(heard()).toEqual([]);
    expect(previews.getState().address).toBeNull();
    expect(toggle({ ...EPISODE, fromSeconds: 20 })).toBe(element);
    expect(heard()).toEqual([EPISODE.preview]);
    expect(element.currentTime).toBeGreaterThan(20);
    pause();
    toggle({ ...EPISODE, fromSeconds: 7 });
    expect(element.currentTime).toBeCloseTo(7, 1);
  });

  test.each([
    ['closed', () => main.endPreview(), ['/stream/dance.mp3']],
    ['followed by the radio', () => main.play('hits'), ['/stream/hits.mp3']],
    ['followed by a preview', () => void toggle(FERRY), [FERRY.preview]],
  ])('gives its element back when it is %s', (_, act, sounding) => {
    toggle(EPISODE);
    pause();
    act();
    // A start is told a moment later.
    clock.advance(1_000);
    expect(heard()).toEqual(sounding);
    expect(elements.filter(({ src }) => src === EPISODE.preview)).toEqual([]);
  });

  test('is fetched anew where its element was lost meanwhile', () => {
    toggle(EPISODE);
    pause();
    pool.reclaim();
    toggle({ ...EPISODE, fromSeconds: 20 });
    expect(heard()).toEqual([EPISODE.preview]);
    expect(elements.find(({ src }) => src === EPISODE.preview)?.currentTime).toBeCloseTo(20, 1);
  });
});
