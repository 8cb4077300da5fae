import type { AudioPool } from './audio-pool.ts';
import type { MediaElement } from './media-element.ts';

/** What lasts five seconds or less is to Chromium the sound of a notice, which no key reaches. */
const SILENCE_SECONDS = 6;
const SAMPLES_A_SECOND = 8_000;
const HEAD_BYTES = 44;

/**
 * Keeps a paused radio on the lock screen, and in reach of a headset's keys [R248]. A browser gives both up for a page
 * none of whose elements holds sound, and live sound is not kept: some seconds of silence stand there instead, paused.
 */
export class LockScreenHold {
  readonly #pool: AudioPool;
  #element: MediaElement | null = null;
  #address: string | null = null;

  constructor(pool: AudioPool) {
    this.#pool = pool;
  }

  /** Call it inside the gesture that has paused the radio, after its element was given back. */
  begin(): void {
    if (this.#element !== null) return;
    const element = this.#pool.acquireOrReclaim();
    this.#element = element;
    element.muted = false;
    element.addEventListener('playing', this.#pause);
    this.#address ??= URL.createObjectURL(silence());
    element.src = `${this.#address}#silence`;
    element.play().catch(this.end);
  }

  /** Call it before anything else takes an element: the one that a gesture has let sound is this one. */
  readonly end = (): void => {
    const element = this.#element;
    if (element === null) return;
    this.#element = null;
    element.removeEventListener('playing', this.#pause);
    this.#pool.release(element);
  };

  readonly #pause = (): void => this.#element?.pause();
}

/** A wave file of 8-bit samples. */
function silence(): Blob {
  const samples = SILENCE_SECONDS * SAMPLES_A_SECOND;
  const bytes = new Uint8Array(HEAD_BYTES + samples).fill(0x80);
  const view = new DataView(bytes.buffer);
  const writeText = (at: number, text: string) => bytes.set(new TextEncoder().encode(text), at);
  writeText(0, 'RIFF');
  view.setUint32(4, HEAD_BYTES - 8 + samples, true);
  writeText(8, 'WAVEfmt ');
  view.setUint32(16, 16, true);
  // PCM, of one channel.
  view.setUint16(20, 1, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, SAMPLES_A_SECOND, true);
  view.setUint32(28, SAMPLES_A_SECOND, true);
  view.setUint16(32, 1, true);
  view.setUint16(34, 8, true);
  writeText(36, 'data');
  view.setUint32(40, samples, true);
  return new Blob([bytes], { type: 'audio/wav' });
}
