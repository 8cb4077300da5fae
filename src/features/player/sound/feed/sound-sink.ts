/** What takes frames and gives them to a media element: the feed's edge to `MediaSource`. */
export interface SoundSink extends Disposable {
  /** What the media element plays. */
  readonly address: string;
  /** Seconds of the element's time up to which it has sound. */
  readonly endSeconds: number;
  /**
   * Adds whole frames after those before. Rejects once the engine takes no more.
   * @param unheardSeconds how much of their beginning is there for the decoder alone; counts with the first
   */
  append(frames: Uint8Array<ArrayBuffer>, unheardSeconds: number): Promise<void>;
}

/** The engine takes no more of the sound. */
class SinkBroken extends Error {
  override readonly name = 'SinkBroken';
}

const TYPE = 'audio/mpeg';
/** What has been heard is kept for this long, and then let go in one piece. */
const KEPT_SECONDS = 60;

/** Whether the browser plays frames that a script hands it. */
export function canSink(): boolean {
  return globalThis.MediaSource?.isTypeSupported(TYPE) ?? false;
}

/** @param heardSeconds how far the media element has come, by its own time */
export function createSoundSink(heardSeconds: () => number): SoundSink {
  return new MediaSourceSink(heardSeconds);
}

class MediaSourceSink implements SoundSink {
  readonly address: string;
  readonly #heardSeconds: () => number;
  readonly #source = new MediaSource();
  readonly #opened: Promise<SourceBuffer>;
  #buffer: SourceBuffer | null = null;
  /** One piece of work at a time: the engine refuses a second. */
  #last: Promise<void> = Promise.resolve();

  constructor(heardSeconds: () => number) {
    this.#heardSeconds = heardSeconds;
    this.address = URL.createObjectURL(this.#source);
    const opened = Promise.withResolvers<SourceBuffer>();
    this.#opened = opened.promise;
    this.#source.addEventListener(
      'sourceopen',
      () => {
        URL.revokeObjectURL(this.address);
        this.#buffer = this.#source.addSourceBuffer(TYPE);
        this.#buffer.mode = 'sequence';
        opened.resolve(this.#buffer);
      },
      { once: true },
    );
  }

  get endSeconds(): number {
    const buffered = this.#buffer?.buffered;
    return buffered?.length ? buffered.end(buffered.length - 1) : 0;
  }

  append(frames: Uint8Array<ArrayBuffer>, unheardSeconds: number): Promise<void> {
    this.#last = this.#last.then(async () => {
      const buffer = await this.#opened;
      // What comes before the element's time begins is decoded and not heard.
      if (unheardSeconds > 0) buffer.timestampOffset = -unheardSeconds;
      await done(buffer, () => buffer.appendBuffer(frames));
      const heard = this.#heardSeconds();
      if (buffer.buffered.length > 0 && heard - buffer.buffered.start(0) > 2 * KEPT_SECONDS)
        await done(buffer, () => buffer.remove(0, heard - KEPT_SECONDS));
    });
    return this.#last;
  }

  [Symbol.dispose](): void {
    URL.revokeObjectURL(this.address);
  }
}

/** Resolves when the buffer has done what `begin` asks of it. */
async function done(buffer: SourceBuffer, begin: () => void): Promise<void> {
  const listening = new AbortController();
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const listen = (type: string, then: () => void) =>
    buffer.addEventListener(type, then, { signal: listening.signal });
  listen('error', () => reject(new SinkBroken('the browser takes no more of the sound')));
  listen('updateend', resolve);
  try {
    begin();
    await promise;
  } finally {
    listening.abort();
  }
}
