import { beforeEach, describe, expect, test } from 'vitest';
import { radioWithPreviews } from '#src/features/preview/testing/radio-with-previews.ts';
import { ManualClock } from '#src/platform/clock/testing/manual-clock.ts';
import {
  OWN_WINDOW_MS,
  OwnWindow,
  SCRUB_PATIENCE_MS,
  ScrubPatience,
  takeVolume,
  VideoSound,
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
    sound.begin();
    expect(heard()).toEqual([]);
    sound.end();
    expect(heard()).toEqual(['/stream/club.mp3']);
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

test('a video is as loud as the radio, and muted at 0, where an iPhone keeps its own volume [R237]', () => {
  const video = { volume: 1, muted: false };
  takeVolume(video, 0);
  expect(video).toEqual({ volume: 0, muted: true });
  // Somebody may have muted it by its own button.
  takeVolume(video, 0.4);
  expect(video).toEqual({ volume: 0.4, muted: true });
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
