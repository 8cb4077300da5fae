import type { StreamMarks, WireMark } from '#src/broadcast/now-playing/marks.wire.ts';
import type { Clock } from '#src/platform/clock/clock.ts';
import type { HeardPiece } from './heard-track.ts';
import { askAgainAtMs, isDatedAnew } from './marks-heard.ts';

interface MarksSurroundings {
  readonly clock: Clock;
  /** 0 to 1 */
  random(): number;
  /** Rejects without an answer that can be read. */
  ask(): Promise<StreamMarks>;
  /**
   * Told of each answer, and of each that did not come.
   * @param isAnew the timeline was dated anew since the answer before
   */
  onAnswer(isAnew: boolean): void;
}

/** Shortest time between two calls: answers are kept for as long. */
const RETRY_MS = 1_000;
const RETRY_MAX_MS = 30_000;
/** How often marks are asked for a track on air that they do not have: answers are kept a while on the way. */
const NEWS_TRIES = 3;
/** Largest difference between two instants of one begin that are rounded apart. */
const SAME_BEGIN_MS = 2;

/** A track on air, as far as marks are to have it. */
export type News = Pick<HeardPiece, 'artiste' | 'titre' | 'started_at'>;

/**
 * The marks of one stream in one variant, for as long as it is heard: asked for at once, when what is on air
 * has ended, and when a track has begun that they do not have. About once a piece.
 */
export class FollowedMarks {
  readonly #around: MarksSurroundings;
  #answer: StreamMarks | null = null;
  /** When it came, by the clock that never jumps. */
  #answeredMs = 0;
  /** Instant heard at which to ask again; null until the answer has been read beside an instant heard. */
  #askAtMs: number | null = null;
  #isAsking = false;
  #failures = 0;
  #mayAskMs = Number.NEGATIVE_INFINITY;
  /** The track on air. */
  #news: News | null = null;
  #newsTries = 0;
  #lacksOnAir = false;

  constructor(around: MarksSurroundings) {
    this.#around = around;
  }

  /** Oldest first; none before the first answer. */
  get marks(): readonly WireMark[] {
    return this.#answer?.marks ?? [];
  }

  /** A track has begun on air: the piece before may have ended early, or the timeline been dated anew. */
  lookFor(news: News): void {
    this.#news = news;
    this.#newsTries = NEWS_TRIES;
    this.#doubt();
  }

  /**
   * Whether the marks are not to be believed: asked for again and again they do not have the track on air, which
   * is no older than they are.
   */
  get lackOnAir(): boolean {
    return this.#lacksOnAir;
  }

  /**
   * Asks when that is due.
   * @param heardMs the instant heard, milliseconds since the Unix epoch; null while it is unknown
   * @returns milliseconds until the next look; infinite while the answer is on its way
   */
  askWhenDue(heardMs: number | null): number {
    if (this.#isAsking) return Number.POSITIVE_INFINITY;
    const { clock } = this.#around;
    const leftMs = Math.max(this.#untilDueMs(heardMs), this.#mayAskMs - clock.monotonicMs());
    if (leftMs > 0) return leftMs;
    this.#isAsking = true;
    this.#newsTries -= 1;
    this.#around.ask().then(
      (answer) => this.#take(answer),
      () => this.#retryLater(),
    );
    return Number.POSITIVE_INFINITY;
  }

  #untilDueMs(heardMs: number | null): number {
    if (this.#answer === null || this.#lacksNews()) return 0;
    const { clock, random } = this.#around;
    if (this.#lacksOnAir) return this.#answeredMs + RETRY_MAX_MS - clock.monotonicMs();
    if (heardMs === null) return Number.POSITIVE_INFINITY;
    const now_ms = this.#answer.now_ms + clock.monotonicMs() - this.#answeredMs;
    this.#askAtMs ??= askAgainAtMs({ ...this.#answer, now_ms }, heardMs, random());
    return this.#askAtMs - heardMs;
  }

  /** Once there is no further try; a doubt stays until the marks have what is on air. */
  #doubt(): void {
    const [first] = this.marks;
    if (first === undefined || this.#news === null || (this.#newsTries > 0 && !this.#lacksOnAir)) return;
    const { artiste, titre, started_at } = this.#news;
    const isThere = this.marks.some((mark) => mark.artiste === artiste && mark.titre === titre);
    const beganMs = Date.parse(started_at);
    // One that does not say when it began is on air now.
    const isOlder = beganMs > 0 && beganMs < first.first_ms;
    this.#lacksOnAir = !isThere && !isOlder;
  }

  #lacksNews(): boolean {
    if (this.#newsTries <= 0 || this.#news === null) return false;
    const { titre, started_at } = this.#news;
    const isNews = (mark: WireMark) =>
      mark.titre === titre && Math.abs(mark.first_ms - Date.parse(started_at)) <= SAME_BEGIN_MS;
    return !this.marks.some(isNews);
  }

  #take(answer: StreamMarks): void {
    const isAnew = isDatedAnew(this.marks, answer.marks);
    this.#isAsking = false;
    this.#failures = 0;
    this.#answer = answer;
    this.#answeredMs = this.#around.clock.monotonicMs();
    this.#mayAskMs = this.#answeredMs + RETRY_MS;
    this.#askAtMs = null;
    this.#doubt();
    this.#around.onAnswer(isAnew);
  }

  #retryLater(): void {
    const { clock, random } = this.#around;
    this.#isAsking = false;
    this.#failures += 1;
    const waitMs = Math.min(RETRY_MAX_MS, RETRY_MS * 2 ** this.#failures);
    this.#mayAskMs = clock.monotonicMs() + waitMs * (0.5 + random() / 2);
    this.#doubt();
    this.#around.onAnswer(false);
  }
}
