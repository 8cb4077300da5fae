import { beforeEach, describe, expect, test } from 'vitest';
import { radioWithPreviews } from '#src/features/preview/testing/radio-with-previews.ts';
import { ManualClock } from '#src/platform/clock/testing/manual-clock.ts';
import {
  OWN_WINDOW_MS,
  OwnWindow,
  SCRUB_PATIENCE_MS,
  ScrubPatience,
  VideoSound,
  VideoVolume,
} from './track-video.tsx';

const FERRY = {
  titre: 'Nova Kessler - Midnight Ferry',
  preview: '/previews/nova_kessler_midnight_ferry.mp3',
};

type Radio = ReturnType<typeof radioWithPreviews>;
let main: Radio['main'];
let previews: Radio['previews'];
/** What sounds beside the video, by address. */
let heard: Radio['heard'];
let sound: VideoSound;

beforeEach(() => {
  ({ main, previews, heard } = radioWithPreviews('sounds'));
  sound = new VideoSound(main, previews);
  main.subscribe(() => sound.followRadio());
});

const preview = () => previews.toggle(FERRY, () => {});

describe('a video', () => {
  test('silences the radio while it plays and gives it back when it pauses', () => {
    main.play('club');
    expect(sound.isAwaited).toBe(false);
    sound.begin();
    expect(heard()).toEqual([]);
    expect(sound.isAwaited).toBe(true);
    sound.rest(true);
    expect(sound.isAwaited).toBe(false);
    sound.rest();
    sound.end();
    expect(heard()).toEqual(['/stream/club.mp3']);
    expect(sound.isAwaited).toBe(false);
  });

  test('leaves silence behind where there was silence', () => {
    sound.begin();
    sound.end();
    expect(heard()).toEqual([]);
  });

  test('ends a preview, and the radio that waited for that one waits for the video', () => {
    main.play('club');
    preview();
    sound.begin();
    expect(heard()).toEqual([]);
    expect(main.getState().preview).toBeNull();
    sound.end();
    expect(heard()).toEqual(['/stream/club.mp3']);
  });

  test('that plays while a paused episode is offered leaves silence and the offer behind [R247]', () => {
    const episode = () => main.beginPreview({ title: 'Brume', kind: 'episode' }, () => {});
    const offer = () => main.offerEpisode('Brume', episode);
    main.play('club');
    episode();
    offer();
    sound.begin();
    sound.end();
    expect(heard()).toEqual([]);
    expect(main.getState().preview?.start).toBe(episode);
    main.play('club');
    episode();
    offer();
    preview();
    sound.begin();
    sound.end();
    expect(heard()).toEqual([]);
    expect(main.getState().preview?.start).toBe(episode);
  });

  test('hands the radio on to a preview that takes its place', () => {
    main.play('club');
    sound.begin();
    preview();
    sound.yieldToPreview();
    sound.end();
    expect(heard()).toEqual([FERRY.preview]);
    preview();
    expect(heard()).toEqual(['/stream/club.mp3']);
  });

  test('that another tab silences leaves the radio silent too [R15]', () => {
    main.play('club');
    sound.begin();
    main.fallSilent();
    sound.fallSilent();
    sound.end();
    expect(heard()).toEqual([]);
  });

  test('that the device has paused gives nothing back until it has gone on [R26]', () => {
    main.play('club');
    sound.begin();
    sound.rest(true);
    sound.end();
    expect(heard()).toEqual([]);
    sound.begin();
    sound.rest();
    sound.end();
    expect(heard()).toEqual(['/stream/club.mp3']);
  });

  test('that the device has paused leaves a radio silent that somebody played and paused meanwhile [R26]', () => {
    main.play('club');
    sound.begin();
    sound.rest(true);
    sound.end();
    main.play('club');
    main.pause();
    sound.begin();
    sound.rest();
    sound.end();
    expect(heard()).toEqual([]);
  });

  test('that the device has paused gives no radio to a preview, and gives it back itself once it has gone on', () => {
    main.play('club');
    sound.begin();
    sound.rest(true);
    preview();
    sound.yieldToPreview();
    preview();
    expect(heard()).toEqual([]);
    sound.begin();
    sound.rest();
    sound.end();
    expect(heard()).toEqual(['/stream/club.mp3']);
  });

  test('lets the radio be when somebody plays it meanwhile', () => {
    main.play('club');
    sound.begin();
    main.play('club');
    sound.end();
    expect(heard()).toEqual(['/stream/club.mp3']);
  });

  test('leaves a radio silent that somebody played and paused before the video was at rest', () => {
    main.play('club');
    sound.begin();
    main.play('club');
    sound.rest();
    main.pause();
    sound.end();
    expect(heard()).toEqual([]);
  });
});

describe('a pause of the video', () => {
  let clock: ManualClock;
  let video: { ended: boolean; paused: boolean; seeking: boolean };
  let isHeld: boolean;
  let patience: ScrubPatience;

  beforeEach(() => {
    clock = new ManualClock();
    video = { ended: false, paused: false, seeking: false };
    isHeld = false;
    patience = new ScrubPatience(clock, () => isHeld);
    main.play('club');
    sound.begin();
  });

  const pause = () => {
    video.paused = true;
    patience.whenAtRest(video, () => sound.end());
  };

  test('that lasts gives the radio back after a moment', () => {
    pause();
    clock.advance(SCRUB_PATIENCE_MS - 1);
    expect(heard()).toEqual([]);
    clock.advance(1);
    expect(heard()).toEqual(['/stream/club.mp3']);
    expect(clock.untilNextMs).toBeNull();
  });

  test('at its end gives the radio back at once', () => {
    video.ended = true;
    pause();
    expect(heard()).toEqual(['/stream/club.mp3']);
    expect(clock.untilNextMs).toBeNull();
  });

  test('for a drag of its position bar leaves the radio silent for as long as that lasts', () => {
    isHeld = true;
    pause();
    clock.advance(20 * SCRUB_PATIENCE_MS);
    expect(heard()).toEqual([]);
    video.seeking = true;
    isHeld = false;
    clock.advance(20 * SCRUB_PATIENCE_MS);
    expect(heard()).toEqual([]);
    video.seeking = false;
    clock.advance(SCRUB_PATIENCE_MS);
    expect(heard()).toEqual(['/stream/club.mp3']);
  });

  test('is none once it plays again', () => {
    pause();
    patience.cancel();
    expect(clock.untilNextMs).toBeNull();
    // Browsers tell of a beginning a little later.
    pause();
    video.paused = false;
    clock.advance(SCRUB_PATIENCE_MS);
    expect(heard()).toEqual([]);
    expect(clock.untilNextMs).toBeNull();
  });

  test('right after another waits as long as that', () => {
    pause();
    clock.advance(SCRUB_PATIENCE_MS - 1);
    pause();
    clock.advance(SCRUB_PATIENCE_MS - 1);
    expect(heard()).toEqual([]);
    clock.advance(1);
    expect(heard()).toEqual(['/stream/club.mp3']);
  });

  test('leaves what has begun meanwhile', () => {
    pause();
    preview();
    sound.yieldToPreview();
    clock.advance(SCRUB_PATIENCE_MS);
    expect(heard()).toEqual([FERRY.preview]);
    preview();
    expect(heard()).toEqual(['/stream/club.mp3']);
  });
});

test('a video is as loud as the radio, silent with it, and heard again once that is louder [R26]', () => {
  const video = { volume: 1, muted: false };
  const volume = new VideoVolume();
  volume.follow(video, { volume: 0, muted: true });
  expect(video).toEqual({ volume: 0, muted: true });
  volume.follow(video, { volume: 0.4, muted: false });
  expect(video).toEqual({ volume: 0.4, muted: false });
  volume.follow(video, { volume: 0.4, muted: true });
  expect(video).toEqual({ volume: 0.4, muted: true });
});

test('a video on an iPhone, which keeps its own volume, is silent with the radio and heard again [R237]', () => {
  const video = {
    muted: false,
    get volume() {
      return 1;
    },
    set volume(_volume) {
      // The device alone decides.
    },
  };
  const volume = new VideoVolume();
  volume.follow(video, { volume: 0, muted: true });
  expect(video.muted).toBe(true);
  volume.follow(video, { volume: 0.4, muted: false });
  expect(video.muted).toBe(false);
});

test.each([
  ['made quieter', false, { volume: 0.2, muted: false }],
  ['muted', false, { volume: 0.7, muted: true }],
  ['let be heard', true, { volume: 0.7, muted: false }],
])('a video that its own control has %s stays so [R26]', (_, isRadioMuted, chosen) => {
  const video = { volume: 1, muted: false };
  const volume = new VideoVolume();
  volume.follow(video, { volume: 0.7, muted: isRadioMuted });
  Object.assign(video, chosen);
  for (const louder of [0.7, 0.9]) volume.follow(video, { volume: louder, muted: isRadioMuted });
  expect(video).toEqual(chosen);
});

test.each(['leavepictureinpicture', 'webkitendfullscreen'])(
  'a pause is believed to be somebody’s for a second after the video’s own window has gone by %s [R26]',
  (type) => {
    const clock = new ManualClock();
    const own = new OwnWindow(clock);
    const video = new EventTarget();
    const stop = own.watch(video);
    expect(own.hasJustGone).toBe(false);
    video.dispatchEvent(new Event(type));
    clock.advance(OWN_WINDOW_MS - 1);
    expect(own.hasJustGone).toBe(true);
    clock.advance(1);
    expect(own.hasJustGone).toBe(false);
    stop();
    video.dispatchEvent(new Event(type));
    expect(own.hasJustGone).toBe(false);
  },
);
