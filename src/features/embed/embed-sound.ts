import type { StreamId } from '#src/contract/streams.ts';
import { LiveSound } from '#src/features/player/sound/live-sound.ts';
import { LockScreenHold } from '#src/features/player/sound/lock-screen-hold.ts';
import type { Asked, SoundEvent, SoundSurroundings } from '#src/features/player/sound/sound.ts';

/** The sound of the small player, which knows one transport, and keeps the lock screen once paused [R248]. */
export class EmbedSound extends LiveSound {
  readonly #hold: LockScreenHold;

  constructor(around: SoundSurroundings, asked: Asked, report: (event: SoundEvent) => void) {
    super(around, asked, report);
    this.#hold = new LockScreenHold(around.pool);
  }

  override connect(streamId: StreamId): void {
    this.#hold.end();
    super.connect(streamId);
  }

  override release(): void {
    this.#hold.end();
    super.release();
  }

  holdLockScreen(): void {
    this.#hold.begin();
  }
}
