import type { Clock } from '#src/platform/clock/clock.ts';
import { isDoneWithin } from '#src/platform/scheduling/done-within.ts';

/** [W203] How long a page waits for a look at a picture. */
const PICTURE_LOOK_MS = 500;

interface Picture {
  /** By the last look that has ended. */
  isThere: boolean;
  looking: Promise<void> | null;
  /** Whether the look under way has been waited for in vain: nobody else does. */
  isOverdue: boolean;
}

/** Whether files of the station can be shown as pictures. A disk that does not answer keeps no page waiting [W203]. */
export class PictureLooks {
  readonly #look: (file: string) => Promise<boolean>;
  readonly #clock: Pick<Clock, 'after'>;
  readonly #pictures = new Map<string, Picture>();

  constructor(look: (file: string) => Promise<boolean>, clock: Pick<Clock, 'after'>) {
    this.#look = look;
    this.#clock = clock;
  }

  /** Looks now; says what was so at the last look where this one takes its time. */
  async isPicture(file: string): Promise<boolean> {
    const picture = this.#pictures.get(file) ?? { isThere: false, looking: null, isOverdue: false };
    this.#pictures.set(file, picture);
    picture.looking ??= this.#lookAt(file, picture);
    if (!picture.isOverdue) {
      const isDone = await isDoneWithin(PICTURE_LOOK_MS, picture.looking, this.#clock);
      picture.isOverdue = !isDone && picture.looking !== null;
    }
    return picture.isThere;
  }

  async #lookAt(file: string, picture: Picture): Promise<void> {
    picture.isThere = await this.#look(file).catch(() => false);
    picture.looking = null;
    picture.isOverdue = false;
  }
}
