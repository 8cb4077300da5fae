import type { Page } from 'playwright-core';

/** When something changed in a page, milliseconds of its own clock. */
export interface Change {
  readonly hertz: number;
  readonly atMs: number;
}

/** What a page heard, what it showed, and when the radio told of a title. */
export interface TitleLog {
  readonly sounds: readonly Change[];
  readonly titles: readonly Change[];
  /** Titles that were pushed to the page, and those that its poll of `titre.json` found, each once. */
  readonly pushed: readonly Change[];
  readonly polled: readonly Change[];
}

interface WatchWords {
  /** Every pitch that can be heard. */
  readonly tones: readonly number[];
  /** The stream's key in lists of titles. */
  readonly version: string;
  readonly pollMs: number;
}

/**
 * Call before the page loads. Its media elements sound through an analyser: which tone is heard is read from
 * the page's own audio, every hundredth of a second. Beside it stands what a page could know without an ear.
 */
export async function watchTitles(page: Page, words: WatchWords): Promise<void> {
  await page.addInitScript(watchInPage, words);
}

export function titleLogOf(page: Page): Promise<TitleLog> {
  return page.evaluate(() => Reflect.get(window, 'titleLog'));
}

function watchInPage({ tones, version, pollMs }: WatchWords): void {
  const log = { sounds: [], titles: [], pushed: [], polled: [] } as Record<
    string,
    { hertz: number; atMs: number }[]
  >;
  Object.assign(window, { titleLog: log });
  const note = (list: string, hertz: number) => {
    const known = log[list] ?? [];
    if (known.at(-1)?.hertz !== hertz) known.push({ hertz, atMs: performance.now() });
  };
  const toneIn = (text: string) => Number(/Tone (\d+)/.exec(text)?.[1] ?? 0);

  let analyser: AnalyserNode | null = null;
  let context: AudioContext | null = null;
  const routed = new WeakSet<HTMLMediaElement>();
  const play = HTMLMediaElement.prototype.play;
  HTMLMediaElement.prototype.play = function () {
    context ??= new AudioContext();
    if (analyser === null) {
      analyser = context.createAnalyser();
      analyser.fftSize = 1024;
      analyser.connect(context.destination);
    }
    if (!routed.has(this)) context.createMediaElementSource(this).connect(analyser);
    routed.add(this);
    return play.call(this);
  };

  /** Goertzel: how much of a pitch is in the samples. */
  const power = (samples: Float32Array, hertz: number, rate: number) => {
    const factor = 2 * Math.cos((2 * Math.PI * hertz) / rate);
    let [before, last] = [0, 0];
    for (const sample of samples) [before, last] = [last, sample + factor * last - before];
    return last * last + before * before - factor * last * before;
  };
  const samples = new Float32Array(1024);
  setInterval(() => {
    if (analyser === null || context === null) return;
    analyser.getFloatTimeDomainData(samples);
    const { sampleRate } = context;
    const energy = samples.reduce((sum, sample) => sum + sample * sample, 0);
    const [loudest] = tones
      .map((hertz) => ({ hertz, power: power(samples, hertz, sampleRate) }))
      .toSorted((one, other) => other.power - one.power);
    // A pure tone has all its energy at one pitch: power = energy × samples / 2.
    if (loudest && energy > 1e-3 && loudest.power > 0.35 * energy * samples.length * 0.5)
      note('sounds', loudest.hertz);
  }, 10);

  addEventListener('DOMContentLoaded', () => {
    const read = () => {
      const bar = document.querySelector('[data-player-bar]');
      const hertz = toneIn(bar?.textContent ?? '');
      if (hertz > 0) note('titles', hertz);
    };
    new MutationObserver(read).observe(document.body, {
      subtree: true,
      childList: true,
      characterData: true,
    });
    new EventSource('/now-playing/events').addEventListener('now-playing', ({ data }) => {
      const told = JSON.parse(data);
      if (told.version === version) note('pushed', toneIn(told.titre));
    });
    setInterval(async () => {
      const answer = await fetch('/titre.json').catch(() => null);
      const list: { version: string; titre: string }[] = (await answer?.json().catch(() => null)) ?? [];
      const one = list.find((track) => track.version === version);
      if (one) note('polled', toneIn(one.titre));
    }, pollMs);
  });
}
