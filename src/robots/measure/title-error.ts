import type { WireMark } from '#src/broadcast/now-playing/marks.wire.ts';
import { BYTES_A_SECOND } from './pace.ts';

/** A title that stands on the timeline from an instant on; null: what stood there before is not known any more. */
interface StandingTitle {
  readonly firstMs: number;
  readonly title: string | null;
}

export interface TitleJudgement {
  /** How much too late the worst title was told; below zero: too early. Null when none changed. */
  readonly errorMs: number | null;
  /** A title that was told and did not stand there, or one that should have been told; null when all is right. */
  readonly wrong: string | null;
}

/** A title that stands so shortly before it is told was cut into by a frame. */
const FRAME_MS = 27;

/**
 * Compares the titles that a stream told with what stood on its timeline.
 * @param firstMs the instant of the first byte of sound
 * @param heardBytes bytes of sound that came
 * @param lateMaxMs a change may be told this much later
 */
export function judgeTitles(
  titles: readonly ToldTitle[],
  {
    marks,
    firstMs,
    heardBytes,
    lateMaxMs,
  }: {
    marks: readonly WireMark[];
    firstMs: number;
    heardBytes: number;
    lateMaxMs: number;
  },
): TitleJudgement {
  const standing = standingTitles(marks);
  const instantOf = (byte: number) => firstMs + (byte / BYTES_A_SECOND) * 1000;
  let errorMs: number | null = null;
  for (const [index, { atByte, title }] of titles.entries()) {
    const toldMs = instantOf(atByte);
    const at = standing.findLastIndex((one) => one.firstMs <= toldMs + FRAME_MS);
    const [now, next] = [standing[at], standing[at + 1]];
    if (now === undefined || now.title === null) continue;
    if (isSameTitle(title, now.title)) {
      if (index > 0) errorMs = worse(errorMs, toldMs - now.firstMs);
    } else if (next?.title != null && isSameTitle(title, next.title))
      errorMs = worse(errorMs, toldMs - next.firstMs);
    else return { errorMs, wrong: `“${title}” was told while “${now.title}” was heard` };
  }
  const last = titles.at(-1);
  const due = standing.findLast((one) => one.firstMs <= instantOf(heardBytes) - lateMaxMs);
  const isDue = last && due?.title != null && due.firstMs > instantOf(last.atByte);
  if (isDue && !isSameTitle(due.title, last.title))
    return { errorMs, wrong: `“${due.title}” was heard and not told` };
  return { errorMs, wrong: null };
}

/**
 * What guests see as the title from which instant on: a track's own, through jingles and the bed too; the stream's
 * name while a spot is heard.
 */
function standingTitles(marks: readonly WireMark[]): StandingTitle[] {
  let track: string | null = null;
  const standing: StandingTitle[] = [];
  for (const { first_ms: firstMs, kind, artiste, titre } of marks) {
    if (kind === 'track') track = artiste === '' ? titre : `${artiste} - ${titre}`;
    const title = kind === 'spot' ? titre : track;
    if (standing.at(-1)?.title !== title || standing.length === 0) standing.push({ firstMs, title });
  }
  return standing;
}

function worse(one: number | null, other: number): number {
  return one === null || Math.abs(other) > Math.abs(one) ? Math.round(other) : one;
}

/** As a stream may write a title: without control signs, and with another quote before a semicolon. */
function isSameTitle(told: string, standing: string): boolean {
  const written = (title: string) =>
    title
      .replace(/\p{Cc}+/gu, ' ')
      .replaceAll("';", '’;')
      .trim();
  return written(told) === written(standing);
}

/** A title as the stream told it, and how many bytes of sound came before it. */
export interface ToldTitle {
  readonly atByte: number;
  readonly title: string;
}

/**
 * Parts sound and titles of an ICY stream: behind every `interval` bytes of sound stands a byte that counts the
 * blocks of 16 bytes of text after it.
 */
export function parseIcy(body: Buffer, interval: number): { sound: Buffer; titles: ToldTitle[] } {
  const parts: Buffer[] = [];
  const titles: ToldTitle[] = [];
  let at = 0;
  let sounded = 0;
  while (at < body.length) {
    const part = body.subarray(at, at + interval);
    parts.push(part);
    sounded += part.length;
    at += part.length;
    const length = 16 * (body[at] ?? 0);
    const text = body.subarray(at + 1, at + 1 + length);
    if (part.length < interval || text.length < length) break;
    const title = /^StreamTitle='(.*?)';/s.exec(text.toString('utf8'))?.[1];
    if (title !== undefined) titles.push({ atByte: sounded, title });
    at += 1 + length;
  }
  return { sound: Buffer.concat(parts), titles };
}
