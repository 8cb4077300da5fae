import { beforeEach, describe, expect, it } from 'vitest';
import { PlayerEngine } from '#src/features/player/engine/player-engine.ts';
import { AudioPool } from '#src/features/player/sound/audio-pool.ts';
import { LiveSound } from '#src/features/player/sound/live-sound.ts';
import { FakeMediaElement } from '#src/features/player/sound/testing/fake-media-element.ts';
import { PreviewPlayer } from '#src/features/preview/preview-player.ts';
import { ManualClock } from '#src/platform/clock/manual-clock.ts';
import { VideoSound } from './track-video.tsx';

const FERRY = {
  titre: 'Nova Kessler - Midnight Ferry',
  preview: '/previews/nova_kessler_midnight_ferry.mp3',
};

let elements: FakeMediaElement[];
let main: PlayerEngine;
let previews: PreviewPlayer;
let sound: VideoSound;

beforeEach(() => {
  const clock = new ManualClock();
  elements = [];
  const pool = new AudioPool(() => {
    const element = new FakeMediaElement();
    element.outcome = 'sounds';
    elements.push(element);
    return element;
  });
  main = new PlayerEngine({
    clock,
    pool,
    streamUrl: (streamId) => `/stream/${streamId}.mp3`,
    fetchJson: async () => ({ status: 503, reply: {} }),
    whenLate: (use) => use({ LiveSound }),
    isOnline: () => true,
    stopOthers: () => {},
    silenceOtherTabs: () => {},
    random: () => 0.5,
    log: () => {},
  });
  previews = new PreviewPlayer({ clock, pool, main });
  sound = new VideoSound(main, previews);
});

/** What sounds beside the video, by address. */
const heard = () => elements.filter(({ paused }) => !paused).map(({ src }) => src);
const preview = () => previews.toggle(FERRY, () => {});

describe('a video', () => {
  it('silences the radio while it plays and gives it back when it pauses', () => {
    main.play('club');
    sound.begin();
    expect(heard()).toEqual([]);
    sound.end();
    expect(heard()).toEqual(['/stream/club.mp3']);
  });

  it('leaves silence behind where there was silence', () => {
    sound.begin();
    sound.end();
    expect(heard()).toEqual([]);
  });

  it('ends a preview, and the radio that waited for that one waits for the video', () => {
    main.play('club');
    preview();
    sound.begin();
    expect(heard()).toEqual([]);
    expect(main.getState().preview).toBeNull();
    sound.end();
    expect(heard()).toEqual(['/stream/club.mp3']);
  });

  it('hands the radio on to a preview that takes its place', () => {
    main.play('club');
    sound.begin();
    preview();
    sound.yieldToPreview();
    sound.end();
    expect(heard()).toEqual([FERRY.preview]);
    preview();
    expect(heard()).toEqual(['/stream/club.mp3']);
  });

  it('lets the radio be when somebody plays it meanwhile', () => {
    main.play('club');
    sound.begin();
    main.play('club');
    sound.end();
    expect(heard()).toEqual(['/stream/club.mp3']);
  });
});
