import type { Page } from 'playwright-core';
import { SAMPLE_RATE } from '#src/audio/mp3/broadcast-format.ts';

/** The page's own account of what it lets be heard. */
interface Captured {
  /** Pieces of 16 bits a sample, one behind the other without a gap, silence included. */
  blocks: Int16Array<ArrayBuffer>[];
  /** Samples since it was last silent; 0 while it is. */
  sounding: number;
  /** What has been told to play. */
  elements: HTMLMediaElement[];
}

/**
 * Call before the page loads, in a context that bypasses the page's policy. Its media elements sound through a
 * worklet that keeps every sample. They play at their own rate: a stretched sound cannot be compared.
 */
export async function capturePage(page: Page): Promise<void> {
  await page.addInitScript(captureInPage, SAMPLE_RATE);
}

/** Waits until the page has been heard for so long without a hole. */
export async function untilHeard(page: Page, seconds: number, timeoutMs: number): Promise<void> {
  await page.waitForFunction(
    (samples) => Reflect.get(window, 'captured').sounding >= samples,
    seconds * SAMPLE_RATE,
    { polling: 100, timeout: timeoutMs },
  );
}

/** Waits until what sounds has been handed to its element by a script. */
export async function untilFed(page: Page, timeoutMs: number): Promise<void> {
  await page.waitForFunction(
    () => {
      const elements: HTMLMediaElement[] = Reflect.get(window, 'captured').elements;
      return elements.some(
        ({ src, paused, currentTime }) => src.startsWith('blob:') && !paused && currentTime > 0,
      );
    },
    undefined,
    { polling: 100, timeout: timeoutMs },
  );
}

/** How much the page has kept so far of what it lets be heard, silence included; milliseconds. */
export async function keptMs(page: Page): Promise<number> {
  const samples = await page.evaluate(() => {
    const captured: Captured = Reflect.get(window, 'captured');
    return captured.blocks.reduce((sum, { length }) => sum + length, 0);
  });
  return (samples * 1_000) / SAMPLE_RATE;
}

/** What has been heard since the last call, left channel, full scale ±1. */
export async function takeHeard(page: Page): Promise<Float32Array> {
  const text: string = await page.evaluate(async () => {
    const captured: Captured = Reflect.get(window, 'captured');
    const url = await new Promise<string>((resolve) => {
      const reader = new FileReader();
      reader.onload = () => resolve(String(reader.result));
      reader.readAsDataURL(new Blob(captured.blocks.splice(0)));
    });
    return url.slice(url.indexOf(',') + 1);
  });
  const bytes = Buffer.from(text, 'base64');
  return Float32Array.from({ length: bytes.length / 2 }, (_, at) => bytes.readInt16LE(2 * at) / 32_768);
}

function captureInPage(rate: number): void {
  const captured: Captured = { blocks: [], sounding: 0, elements: [] };
  Object.assign(window, { captured });
  Object.defineProperty(HTMLMediaElement.prototype, 'playbackRate', { get: () => 1, set() {} });
  const context = new AudioContext({ sampleRate: rate });
  const bus = context.createGain();
  const worklet = `registerProcessor('capture', class extends AudioWorkletProcessor {
    block = new Float32Array(2048);
    at = 0;
    process([input]) {
      if (input[0]) this.block.set(input[0], this.at);
      else this.block.fill(0, this.at, this.at + 128);
      this.at += 128;
      if (this.at < this.block.length) return true;
      this.port.postMessage(this.block);
      this.at = 0;
      return true;
    }
  })`;
  const address = URL.createObjectURL(new Blob([worklet], { type: 'text/javascript' }));
  context.audioWorklet.addModule(address).then(() => {
    const node = new AudioWorkletNode(context, 'capture', { channelCount: 2, channelCountMode: 'explicit' });
    node.port.onmessage = ({ data }: MessageEvent<Float32Array>) => {
      captured.blocks.push(Int16Array.from(data, (sample) => Math.round(sample * 32_767)));
      const isSilent = data.every((sample) => Math.abs(sample) < 1e-4);
      captured.sounding = isSilent ? 0 : captured.sounding + data.length;
    };
    bus.connect(node).connect(context.destination);
  });
  const { play } = HTMLMediaElement.prototype;
  HTMLMediaElement.prototype.play = function () {
    if (!captured.elements.includes(this)) {
      context.createMediaElementSource(this).connect(bus);
      captured.elements.push(this);
    }
    return play.call(this);
  };
}
