import type { Robot } from '#src/robots/finding.wire.ts';
import { measureLevel } from '#src/robots/measure/measure-level.ts';
import { gapOf } from '#src/robots/measure/pace.ts';
import { judgeTitles, parseIcy } from '#src/robots/measure/title-error.ts';
import { type Asked, ask, askWhole, type Listening } from './ask.ts';
import { DEVICES } from './devices.ts';
import { bedMsOf, type Complaint, complaintOf, type Heard, type HeardSound, NOTHING_HEARD } from './heard.ts';
import { askMarks, type ListedStream } from './station-list.ts';

/** [R180] How long a robot listens to a stream: two rounds of the fan-out, and the burst before them. */
const LISTEN_MS = 7_000;
/** [R181] A title of an ICY stream may come as late as the next place for one, a second later. */
export const TITLE_LATE_MS_MAX = 1_100;
/** An iPhone takes the first bytes of its probe and hangs up. */
const PROBE_MS = 50;

/** Listens as a device that keeps one connection. */
export async function listenProgressive(
  robot: Robot,
  stream: ListedStream,
  listening: Listening,
): Promise<Heard> {
  const { clock } = listening;
  const { headers, probe, playlist } = DEVICES[robot];
  const found = await addressOf(stream, playlist, listening);
  if ('problem' in found) return { ...NOTHING_HEARD, complaints: [found] };
  const complaints: Complaint[] = [];
  if (probe) {
    const probed = await ask(found, listening, { headers: probe, listenMs: PROBE_MS });
    const wrong = complaintOfProbe(probed);
    if (wrong) complaints.push(wrong);
  }
  const asked = await ask(found, listening, { headers, listenMs: LISTEN_MS });
  const refusal = complaintOf(asked, found.pathname);
  if (refusal) return { ...NOTHING_HEARD, complaints: [...complaints, refusal] };
  complaints.push(...complaintsOfHead(asked, 'Icy-MetaData' in headers));
  const [first] = asked.arrivals;
  if (first === undefined) {
    complaints.push({ problem: 'silent', detail: asked.failure ?? 'a head came and no sound' });
    return { ...NOTHING_HEARD, complaints };
  }
  const { sound, titles, firstMs } = soundOf(asked);
  if (asked.isEnded)
    complaints.push({ problem: 'cut_off', detail: asked.failure ?? 'the station ended the stream' });
  const untilMs = asked.isEnded ? (asked.arrivals.at(-1)?.atMs ?? first.atMs) : clock.monotonicMs();
  const told = await askMarks(stream, listening);
  const judged =
    told === null || firstMs === null || titles.length === 0
      ? null
      : judgeTitles(titles, {
          marks: told.marks,
          firstMs,
          heardBytes: sound.length,
          lateMaxMs: TITLE_LATE_MS_MAX,
        });
  if (judged?.wrong) complaints.push({ problem: 'title_wrong', detail: judged.wrong });
  return {
    firstByteMs: Math.round(first.atMs - asked.askedMs),
    gapMs: gapOf(asked.arrivals, untilMs),
    level: sound.length === 0 ? null : await measureLevel(sound),
    titleErrorMs: judged?.errorMs ?? null,
    bedMs: bedMsOf(told, firstMs),
    complaints,
  };
}

/** Where the device finds the stream: in the station's list, or in a playlist. */
async function addressOf(
  { id, url }: ListedStream,
  playlist: 'm3u' | 'pls' | undefined,
  listening: Listening,
): Promise<URL | Complaint> {
  if (playlist === undefined) return url;
  const address = new URL(`/listen/${id}.${playlist}`, listening.origin);
  const asked = await askWhole(address, listening);
  const refusal = complaintOf(asked, address.pathname);
  if (refusal) return refusal;
  const [found = ''] = /https?:\/\/\S+/.exec(asked.body.toString()) ?? [];
  if (URL.canParse(found)) return new URL(found);
  return { problem: 'playlist_wrong', detail: `${address.pathname} names no address` };
}

/** A range of an endless stream must not be answered with a part: iPhones then forget what else they asked for. */
function complaintOfProbe(probed: Asked): Complaint | null {
  if (probed.status === 206)
    return { problem: 'wrong_answer', detail: 'a probe by range was answered with 206' };
  return complaintOf(probed, 'the probe by range');
}

function complaintsOfHead({ headers }: Asked, askedForTitles: boolean): Complaint[] {
  const type = String(headers['content-type'] ?? '');
  const wrong = [
    ...(/^audio\/(mpeg|mp3|aacp?|ogg)\b/.test(type) ? [] : [`its type is “${type}”`]),
    ...(askedForTitles && !headers['icy-metaint'] ? ['no titles come although they were asked for'] : []),
  ];
  return wrong.map((detail) => ({ problem: 'wrong_answer', detail }));
}

function soundOf({ arrivals, headers }: Asked): HeardSound {
  const body = Buffer.concat(arrivals.map(({ bytes }) => bytes));
  const interval = Number(headers['icy-metaint'] ?? 0);
  const first = headers['x-first-ms'];
  const firstMs = typeof first === 'string' && /^\d{1,15}$/.test(first) ? Number(first) : null;
  if (!Number.isInteger(interval) || interval <= 0) return { sound: body, titles: [], firstMs };
  return { ...parseIcy(body, interval), firstMs };
}
