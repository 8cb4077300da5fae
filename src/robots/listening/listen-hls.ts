import { measureLevel } from '#src/robots/measure/measure-level.ts';
import { type Asked, askWhole, type Listening } from './ask.ts';
import { DEVICES } from './devices.ts';
import { bedMsOf, type Complaint, complaintOf, type Heard, NOTHING_HEARD } from './heard.ts';
import { askMarks, type ListedStream } from './station-list.ts';

/** Segments that are fetched of a playlist: the newest, whose end is what is on air. */
const SEGMENTS = 2;
/** A playlist whose newest segment ended longer ago may stand still. */
const STANDS_STILL_MS = 30_000;
/** By then one that goes on has another newest segment, wherever it is kept meanwhile. */
const GOES_ON_MS = 10_000;

interface Segment {
  readonly url: URL;
  readonly seconds: number;
  /** When it begins and ends, by the dates of the playlist; null without one. */
  readonly firstMs: number | null;
  readonly endMs: number | null;
}

/** Listens as a player that fetches segments. */
export async function listenHls(stream: ListedStream, playlist: URL, listening: Listening): Promise<Heard> {
  const { headers } = DEVICES.hls;
  const asked = await askWhole(playlist, listening, headers);
  const refusal = complaintOf(asked, playlist.pathname);
  if (refusal) return { ...NOTHING_HEARD, complaints: [refusal] };
  const newest = parsePlaylist(asked.body.toString(), playlist).slice(-SEGMENTS);
  const complaints: Complaint[] = [];
  const fetched: (Asked & { body: Buffer })[] = [];
  for (const { url } of newest) fetched.push(await askWhole(url, listening, headers));
  for (const segment of fetched) {
    const missing = complaintOf(segment, 'a segment');
    if (missing) complaints.push(missing);
    else if (segment.body.length === 0)
      complaints.push({ problem: 'cut_off', detail: segment.failure ?? 'a segment came without its end' });
  }
  const stillness = await complaintOfPlaylist(newest.at(-1), playlist, listening);
  if (stillness) complaints.push(stillness);
  const sound = Buffer.concat(fetched.map(({ body }) => body));
  const [first] = fetched;
  const firstByte = first?.arrivals[0]?.atMs;
  return {
    firstByteMs: firstByte === undefined ? null : Math.round(firstByte - asked.askedMs),
    gapMs: gapOfSegments(newest, fetched),
    level: sound.length === 0 ? null : await measureLevel(sound),
    titleErrorMs: null,
    bedMs: sound.length === 0 ? null : bedMsOf(await askMarks(stream, listening), newest[0]?.firstMs ?? null),
    complaints,
  };
}

/** Segments that take longer to come than they last leave a player without sound. */
function gapOfSegments(segments: readonly Segment[], fetched: readonly Asked[]): number {
  return fetched.reduce((gapMs, { askedMs, arrivals }, index) => {
    const tookMs = (arrivals.at(-1)?.atMs ?? askedMs) - askedMs;
    return Math.round(gapMs + Math.max(0, tookMs - 1000 * (segments[index]?.seconds ?? 0)));
  }, 0);
}

/**
 * Whether there is a playlist that goes on. The dates alone do not say so: until a clock that was set, or a machine
 * that slept, shows in them, they are of another time, and no player suffers from that.
 */
async function complaintOfPlaylist(
  last: Segment | undefined,
  playlist: URL,
  listening: Listening,
): Promise<Complaint | null> {
  if (last === undefined) return { problem: 'playlist_wrong', detail: 'the HLS playlist names no segment' };
  if (last.endMs === null) return null;
  const agoMs = listening.clock.nowMs() - last.endMs;
  if (agoMs <= STANDS_STILL_MS) return null;
  await pause(GOES_ON_MS, listening);
  const asked = await askWhole(playlist, listening, DEVICES.hls.headers);
  const next = parsePlaylist(asked.body.toString(), playlist).at(-1);
  if (next !== undefined && next.url.pathname !== last.url.pathname) return null;
  const seconds = Math.round(agoMs / 1000);
  return { problem: 'playlist_wrong', detail: `the newest HLS segment ended ${seconds} s ago` };
}

/** A robot that is stopped waits no longer. */
async function pause(delayMs: number, { clock, signal }: Listening): Promise<void> {
  if (signal.aborted) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  using _timer = clock.after(delayMs, resolve);
  signal.addEventListener('abort', () => resolve(), { once: true });
  await promise;
}

/** The segments of a media playlist (RFC 8216), oldest first. */
function parsePlaylist(text: string, playlist: URL): Segment[] {
  const segments: Segment[] = [];
  let seconds = 0;
  let atMs: number | null = null;
  for (const line of text.split(/\r?\n/)) {
    const date = /^#EXT-X-PROGRAM-DATE-TIME:(.+)/.exec(line)?.[1];
    if (date !== undefined) atMs = Number.isNaN(Date.parse(date)) ? null : Date.parse(date);
    seconds = Number(/^#EXTINF:([\d.]+)/.exec(line)?.[1] ?? seconds);
    if (line === '' || line.startsWith('#') || !URL.canParse(line, playlist.href)) continue;
    const firstMs: number | null = atMs;
    if (atMs !== null) atMs += 1000 * seconds;
    segments.push({ url: new URL(line, playlist), seconds, firstMs, endMs: atMs });
  }
  return segments;
}
