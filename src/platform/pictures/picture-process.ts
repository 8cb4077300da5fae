import type { Clock } from '#src/platform/clock/clock.ts';
import { type Ending, GuardedProcess } from '#src/platform/process/guarded-process.ts';
import { Permits } from '#src/platform/scheduling/permits.ts';
import { type Drawing, type PictureReply, pictureReplySchema } from './picture-drawing.ts';

const ENTRY = new URL('./picture-main.ts', import.meta.url);
/** Somebody may wait for the picture, yet sound and pages go first. */
const PRIORITY = 5;
/** As for a file of the import: the largest picture that is allowed takes half of it. */
const MEMORY_BYTES_MAX = 512e6;
/** Far more than any picture takes on a busy machine. */
const PICTURE_MS_MAX = 30_000;
/** Without another picture it ends: a page has several adverts, then there is none for hours. */
const IDLE_MS = 10_000;

const FAULTS: Record<Exclude<Ending, 'stalled'>, string> = {
  died: 'It brought the decoder down twice; it is probably damaged.',
  'too-slow': `It keeps the decoder busy for more than ${PICTURE_MS_MAX / 1_000} s; it is probably damaged.`,
  'too-large': `It takes more than ${MEMORY_BYTES_MAX / 1e6} MB of memory to be decoded.`,
};

/** Bytes that are no picture, or one that nobody can draw; the message says why. */
export class PictureFault extends Error {
  override readonly name = 'PictureFault';
}

/**
 * Draws pictures that strangers made, one at a time, apart from everything else: one that is made to harm a
 * decoder harms a process that holds nothing, has a limit of time and memory, and ends when it rests.
 */
export class PictureProcess implements AsyncDisposable {
  readonly #process: GuardedProcess<PictureReply>;
  readonly #permit = new Permits(1);

  constructor({ clock, entry = ENTRY }: { clock: Clock; entry?: URL }) {
    this.#process = new GuardedProcess({
      entry,
      replySchema: pictureReplySchema,
      priority: PRIORITY,
      memoryBytesMax: MEMORY_BYTES_MAX,
      idleMs: IDLE_MS,
      clock,
    });
  }

  /**
   * Draws a JPEG, PNG, WebP or GIF anew as WebP; one that moves stands still.
   * @throws {PictureFault} when the bytes are none of these, whatever their name says
   * @throws {ProcessStartError}
   */
  draw(bytes: Uint8Array, drawing: Drawing): Promise<Buffer<ArrayBuffer>> {
    return this.#permit.run(async () => {
      let ending: Ending = 'died';
      for (let tries = 0; ending === 'died' && tries < 2; tries += 1) {
        const answer = await this.#process.ask({ bytes, drawing }, PICTURE_MS_MAX);
        if ('ending' in answer) ending = answer.ending;
        else if ('fault' in answer.reply) throw new PictureFault(answer.reply.fault);
        else return Buffer.from(answer.reply.picture);
      }
      // Its bytes are there: what it did not run for is this machine's.
      if (ending === 'stalled') throw new Error('The process that draws pictures did not come to its work.');
      throw new PictureFault(FAULTS[ending]);
    });
  }

  /** Ends it at once, whatever it is doing. */
  [Symbol.asyncDispose](): Promise<void> {
    return this.#process[Symbol.asyncDispose]();
  }
}
