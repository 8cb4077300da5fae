import type { Page } from 'playwright-core';

/** What a page lets be heard, by its own audio. */
export interface HeardTones {
  /** Each tone as it begins, with what the bar called it then. */
  readonly changes: readonly { readonly hertz: number; readonly shown: string }[];
  /** Each title of the bar as it comes, with the tone that is heard then; 0 for silence. */
  readonly titles: readonly { readonly shown: string; readonly hertz: number }[];
  /** How often the sound that had begun was looked at, and how often there was none while the element went on. */
  readonly looks: number;
  readonly silentLooks: number;
  /** How often an element had to wait because it had run dry, not because the machine was slow to decode. */
  readonly waits: number;
  readonly seconds: number;
  /** Up to where the element has sound. */
  readonly endSeconds: number;
  readonly address: string;
}

/**
 * Call before the page loads: its media elements sound through an analyser, which tells these tones apart. It needs a
 * browser in which a page may sound by itself.
 */
export async function watchTones(page: Page, tones: readonly number[]): Promise<void> {
  await page.addInitScript(watchInPage, tones);
}

export function tonesOf(page: Page): Promise<HeardTones> {
  return page.evaluate(() => Reflect.get(window, 'heardTones')());
}

/** Waits until a tone is heard. */
export async function hearTone(page: Page, hertz: number): Promise<void> {
  await page.waitForFunction((wanted) => Reflect.get(window, 'toneNow')() === wanted, hertz);
}

function watchInPage(tones: readonly number[]): void {
  const changes: { hertz: number; shown: string }[] = [];
  const titles: { shown: string; hertz: number }[] = [];
  let [looks, silentLooks, waits, now, shown] = [0, 0, 0, 0, ''];
  let element: HTMLMediaElement | null = null;
  /** Where the element was when the last look met silence. One that stays there was late to decode. */
  let silentAt: number | null = null;
  let context: AudioContext | null = null;
  let analyser: AnalyserNode | null = null;
  const routed = new WeakSet<HTMLMediaElement>();
  const endSeconds = () => (element?.buffered.length ? element.buffered.end(element.buffered.length - 1) : 0);
  Object.assign(window, {
    toneNow: () => now,
    heardTones: () => ({
      changes,
      titles,
      looks,
      silentLooks,
      waits,
      seconds: element?.currentTime ?? 0,
      endSeconds: endSeconds(),
      address: element?.src ?? '',
    }),
  });
  const { setInterval } = window;
  const play = HTMLMediaElement.prototype.play;
  HTMLMediaElement.prototype.play = function () {
    element = this;
    context ??= new AudioContext();
    if (analyser === null) {
      analyser = context.createAnalyser();
      analyser.fftSize = 2048;
      analyser.connect(context.destination);
    }
    if (!routed.has(this)) {
      context.createMediaElementSource(this).connect(analyser);
      this.addEventListener('waiting', () => {
        if (looks > 0 && this === element && endSeconds() - this.currentTime < 1) waits += 1;
      });
    }
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
  const samples = new Float32Array(2048);
  const look = () => {
    if (analyser === null || context === null) return;
    analyser.getFloatTimeDomainData(samples);
    const { sampleRate } = context;
    const energy = samples.reduce((sum, sample) => sum + sample * sample, 0);
    now = 0;
    if (energy > 1e-3) {
      const [loudest] = tones
        .map((hertz) => ({ hertz, power: power(samples, hertz, sampleRate) }))
        .toSorted((one, other) => other.power - one.power);
      // A pure tone has all its energy at one pitch: power = energy × samples / 2.
      if (loudest && loudest.power > 0.3 * energy * samples.length * 0.5) now = loudest.hertz;
    }
    if (looks > 0 || now > 0) looks += 1;
    const at = element?.currentTime ?? 0;
    if (silentAt !== null && at > silentAt) silentLooks += 1;
    silentAt = looks > 0 && energy <= 1e-3 ? at : null;
    if (now > 0 && changes.at(-1)?.hertz !== now) changes.push({ hertz: now, shown });
  };
  setInterval.call(window, look, 20);
  const read = () => {
    const title = document.querySelector('#player a[href*="info-titre"]:not([tabindex])')?.textContent ?? '';
    if (title === '' || title === shown) return;
    shown = title;
    titles.push({ shown, hertz: now });
  };
  addEventListener('DOMContentLoaded', () =>
    new MutationObserver(read).observe(document.body, {
      subtree: true,
      childList: true,
      characterData: true,
    }),
  );
}
