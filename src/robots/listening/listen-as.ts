import { type NowPlaying, nowPlayingListSchema } from '#src/broadcast/now-playing/now-playing.wire.ts';
import type { StreamId } from '#src/contract/streams.ts';
import { type Finding, PROBLEMS, type Robot } from '#src/robots/finding.wire.ts';
import { askWhole, type Listening } from './ask.ts';
import { type Complaint, complaintOf, type Heard, NOTHING_HEARD } from './heard.ts';
import { listenHls } from './listen-hls.ts';
import { listenProgressive, TITLE_LATE_MS_MAX } from './listen-progressive.ts';
import { askStreams, type ListedStream, parsedOrNull } from './station-list.ts';

/**
 * Listens to a stream as one of the devices, for some seconds, and says what was heard. Null for a device that the
 * station has nothing for: HLS where it offers none, a stream that it does not list. Never rejects for what the
 * station does.
 */
export async function listenAs(
  robot: Robot,
  streamId: StreamId,
  listening: Listening,
): Promise<Finding | null> {
  const of = { streamId, robot, atMs: listening.clock.nowMs() };
  const { streams, asked } = await askStreams(listening);
  if (streams === null) {
    const complaint = complaintOf(asked, '/fluxaudio.json') ?? {
      problem: 'wrong_answer' as const,
      detail: '/fluxaudio.json is not the list of the streams',
    };
    return judge({ ...of, heard: { ...NOTHING_HEARD, complaints: [complaint] } });
  }
  const stream = streams.find(({ id }) => id === streamId);
  if (stream === undefined || (robot === 'hls' && stream.hls === null)) return null;
  const heard =
    robot === 'hls' && stream.hls !== null
      ? await listenHls(stream, stream.hls, listening)
      : await listenProgressive(robot, stream, listening);
  const shown = await complaintsOfShown(stream, heard, listening);
  return judge({ ...of, heard: { ...heard, complaints: [...heard.complaints, ...shown] } });
}

/** What is wrong beside what shows as on air. */
async function complaintsOfShown(
  { version }: ListedStream,
  heard: Heard,
  listening: Listening,
): Promise<Complaint[]> {
  const document = await askWhole(new URL('/titre.json', listening.origin), listening);
  const list = parsedOrNull(document.body, nowPlayingListSchema);
  const playing = list?.find((one) => one.version === version);
  if (playing === undefined)
    return [{ problem: 'title_wrong', detail: '/titre.json does not say what is on air' }];
  const cover = await complaintOfCover(playing, listening);
  return [complaintOfBed(playing, heard), cover].filter((one) => one !== null);
}

/** [R4] The bed keeps a stream going, but nobody came for it. Where no track was ever on air it comes soon [R10]. */
function complaintOfBed({ slug }: NowPlaying, { bedMs }: Heard): Complaint | null {
  if (bedMs === null || slug === '') return null;
  const seconds = Math.round(bedMs / 1000);
  return { problem: 'no_music', detail: `the bed has played in place of music for ${seconds} s` };
}

/** What is wrong with the picture of what is on air; null when it is there. */
async function complaintOfCover(playing: NowPlaying, listening: Listening): Promise<Complaint | null> {
  const { origin } = listening;
  const address = new URL(playing.pochette, origin);
  // A small one: it says as much.
  if (address.pathname.startsWith('/covers/')) address.searchParams.set('w', '96');
  const picture = await askWhole(address, listening);
  const isPicture = picture.body.length > 0 && /^image\//.test(String(picture.headers['content-type'] ?? ''));
  if (isPicture) return null;
  const why = complaintOf(picture, address.pathname)?.detail ?? `${address.pathname} is no picture`;
  return { problem: 'cover_missing', detail: why };
}

/** [R181] Longest time from the request to the first byte. */
const FIRST_BYTE_MS_MAX = 3_000;
/** [R181] Longest time without sound. */
const GAP_MS_MAX = 250;
/** [R181] A title may come so much before its sound: a frame and the rounding of its instant. */
const TITLE_EARLY_MS_MAX = 50;
/** [R181] Share of samples that may be cut off, in millionths. */
const CLIPPED_MILLIONTHS_MAX = 1_000;
/** Frames at the beginning of a stretch that no decoder can know what to do with. */
const BROKEN_MAX = 3;
/** Sound that is quiet for less than this may be a rest in the music. */
const SILENT_MS_MIN = 2_000;

/** What is wrong by the measures, and the finding that comes of it. */
function judge({ heard, ...of }: Pick<Finding, 'streamId' | 'robot' | 'atMs'> & { heard: Heard }): Finding {
  const { firstByteMs, gapMs, level, titleErrorMs } = heard;
  const complaints: Complaint[] = [...heard.complaints];
  if (firstByteMs !== null && firstByteMs > FIRST_BYTE_MS_MAX)
    complaints.push({ problem: 'slow_start', detail: `the first byte came after ${firstByteMs} ms` });
  if (gapMs !== null && gapMs > GAP_MS_MAX)
    complaints.push({ problem: 'gap', detail: `a player would have been silent for ${gapMs} ms` });
  if (level !== null) complaints.push(...complaintsOfLevel(level));
  if (titleErrorMs !== null && (titleErrorMs > TITLE_LATE_MS_MAX || titleErrorMs < -TITLE_EARLY_MS_MAX))
    complaints.push({
      problem: 'title_wrong',
      detail: `a title came ${Math.abs(titleErrorMs)} ms too ${titleErrorMs > 0 ? 'late' : 'early'}`,
    });
  const worst = complaints.sort((one, other) => rank(one) - rank(other));
  return {
    ...of,
    problems: [...new Set(worst.map(({ problem }) => problem))],
    detail: worst.map(({ detail }) => detail).join('; '),
    firstByteMs,
    gapMs,
    levelDb: level?.levelDb ?? null,
    titleErrorMs,
  };
}

function complaintsOfLevel({ levelDb, quietMs, decodedMs, clipped, broken }: NonNullable<Heard['level']>) {
  const complaints: Complaint[] = [];
  if (decodedMs === 0 || broken > BROKEN_MAX)
    complaints.push({ problem: 'broken_sound', detail: `${broken} frames could not be decoded` });
  else if (quietMs >= Math.max(SILENT_MS_MIN, decodedMs - 200))
    complaints.push({ problem: 'silent', detail: `nothing was to be heard (${levelDb} dB)` });
  if (clipped * 1e6 > CLIPPED_MILLIONTHS_MAX)
    complaints.push({
      problem: 'clipped',
      detail: `${(clipped * 100).toFixed(1)} % of the sound is cut off`,
    });
  return complaints;
}

function rank({ problem }: Complaint): number {
  return PROBLEMS.indexOf(problem);
}
