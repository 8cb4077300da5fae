import { PlayerEngine } from '#src/features/player/engine/player-engine.ts';
import { AudioPool } from '#src/features/player/sound/audio-pool.ts';
import { LiveSound } from '#src/features/player/sound/live-sound.ts';
import { FakeMediaElement } from '#src/features/player/sound/testing/fake-media-element.ts';
import { PreviewPlayer } from '#src/features/preview/preview-player.ts';
import { ManualClock } from '#src/platform/clock/testing/manual-clock.ts';

/** A radio and its previews on a clock that stands, with every element that they took. */
export function radioWithPreviews(outcome: FakeMediaElement['outcome'] = 'hangs') {
  const clock = new ManualClock();
  const elements: FakeMediaElement[] = [];
  const pool = new AudioPool(() => {
    const element = new FakeMediaElement();
    element.outcome = outcome;
    elements.push(element);
    return element;
  });
  const main = new PlayerEngine({
    clock,
    pool,
    streamUrl: (streamId) => `/stream/${streamId}.mp3`,
    fetchJson: async () => ({ status: 503, reply: {} }),
    whenLate: (use) => use(LiveSound),
    isOnline: () => true,
    stopOthers: () => {},
    silenceOtherTabs: () => {},
    random: () => 0.5,
    log: () => {},
  });
  return {
    clock,
    elements,
    pool,
    main,
    previews: new PreviewPlayer({ clock, pool, main }),
    /** What sounds, by address. */
    heard: () => elements.filter(({ paused }) => !paused).map(({ src }) => src),
  };
}
