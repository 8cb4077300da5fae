import { nowPlayingListSchema } from '#src/broadcast/now-playing/now-playing.wire.ts';
import type { StreamId } from '#src/contract/streams.ts';
import type { Finding, Robot } from '#src/robots/finding.wire.ts';
import { askWhole, type Listening } from './ask.ts';
import { type Complaint, complaintOf, type Heard, NOTHING_HEARD } from './heard.ts';
import { judge } from './judge.ts';
import { listenHls } from './listen-hls.ts';
import { listenProgressive } from './listen-progressive.ts';
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
      ? await listenHls(stream.hls, listening)
      : await listenProgressive(robot, stream, listening);
  const cover = await complaintOfCover(stream, listening);
  return judge({ ...of, heard: withComplaint(heard, cover) });
}

function withComplaint(heard: Heard, more: Complaint | null): Heard {
  return more === null ? heard : { ...heard, complaints: [...heard.complaints, more] };
}

/** What is wrong with the picture of what is on air; null when it is there. */
async function complaintOfCover({ version }: ListedStream, listening: Listening): Promise<Complaint | null> {
  const { origin } = listening;
  const document = await askWhole(new URL('/titre.json', origin), listening);
  const list = parsedOrNull(document.body, nowPlayingListSchema);
  const playing = list?.find((one) => one.version === version);
  if (playing === undefined)
    return { problem: 'title_wrong', detail: '/titre.json does not say what is on air' };
  const address = new URL(playing.pochette, origin);
  // A small one: it says as much.
  if (address.pathname.startsWith('/covers/')) address.searchParams.set('w', '96');
  const picture = await askWhole(address, listening);
  const isPicture = picture.body.length > 0 && /^image\//.test(String(picture.headers['content-type'] ?? ''));
  if (isPicture) return null;
  const why = complaintOf(picture, address.pathname)?.detail ?? `${address.pathname} is no picture`;
  return { problem: 'cover_missing', detail: why };
}
