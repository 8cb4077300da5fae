import { type Command, InvalidArgumentError, Option } from 'commander';
import { MINUTE_MS } from '#src/contract/durations.ts';
import { STREAM_IDS, type StreamId } from '#src/contract/streams.ts';
import { systemClock } from '#src/platform/clock/clock.ts';
import { OperatorError } from '#src/platform/errors/operator-error.ts';
import { printable } from '#src/platform/log/printable.ts';
import { dataFolder } from '#src/platform/settings/data-folder.ts';
import { readSettings } from '#src/platform/settings/settings.ts';
import { type Finding, ROBOTS, type Robot } from '#src/robots/finding.wire.ts';
import { StationRobots } from '#src/robots/station-robots.ts';

interface WatchOptions {
  stream?: StreamId;
  as?: Robot;
  origin?: string;
  follow?: boolean;
}

/** `onde watch`: listens to the streams as listeners do, and says what they hear [R179]. */
export function registerWatch(program: Command): void {
  program
    .command('watch')
    .description(
      'Listen to the streams through the public address, as a browser, an iPhone, VLC, a speaker do',
    )
    .addOption(new Option('--stream <id>', 'this stream alone').choices(STREAM_IDS))
    .addOption(new Option('--as <robot>', 'as this device alone').choices(ROBOTS))
    .option('--origin <address>', 'another address than ORIGIN', readAddress)
    .option('--follow', 'go on until Ctrl-C, once a minute')
    .action(watch);
}

async function watch({ stream, as, origin, follow = false }: WatchOptions): Promise<void> {
  const settings = readSettings(process.env);
  const address = origin ?? settings.origin;
  const secret = dataFolder(settings.dataDir).secret;
  const robots = new StationRobots({ clock: systemClock, origin: address, secret });
  const stopping = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort());
  process.stdout.write(`Listening at ${address}${robots.isKnown ? '' : ', counted as listeners'}\n`);
  let findings: Finding[];
  do {
    const startedMs = systemClock.monotonicMs();
    findings = [];
    // All streams at once as one device, then as the next: a few seconds each.
    for (const robot of as ? [as] : ROBOTS)
      findings.push(...(await listenToAll(robots, robot, stream ? [stream] : STREAM_IDS, stopping.signal)));
    if (follow && !stopping.signal.aborted)
      await pause(MINUTE_MS - (systemClock.monotonicMs() - startedMs), stopping.signal);
  } while (follow && !stopping.signal.aborted);
  if (stopping.signal.aborted) return;
  conclude(findings);
}

async function listenToAll(
  robots: StationRobots,
  robot: Robot,
  streams: readonly StreamId[],
  signal: AbortSignal,
): Promise<Finding[]> {
  const found = await Promise.all(streams.map((streamId) => robots.listen({ streamId, robot }, signal)));
  if (signal.aborted) return [];
  const findings = found.filter((finding) => finding !== null);
  for (const finding of findings) process.stdout.write(`${describe(finding)}\n`);
  if (findings.length === 0 && robot === 'hls')
    process.stdout.write('–      hls · the station offers no HLS\n');
  return findings;
}

/** @throws {OperatorError} when something was wrong */
function conclude(findings: readonly Finding[]): void {
  const wrong = findings.filter(({ problems }) => problems.length > 0).length;
  if (wrong > 0)
    throw new OperatorError(
      `${wrong} of ${findings.length} listened and heard something wrong, see above.`,
      'The log of the instance may say why; docs/operations.md says under “Robots that listen” what each means.',
    );
  if (findings.length === 0)
    throw new OperatorError(
      'Nothing was listened to.',
      'The station offers nothing for this stream and device.',
    );
  process.stdout.write(`All ${findings.length} heard what they should.\n`);
}

/** `well   dance · vlc · first byte after 12 ms · no gap · -16.2 dB` */
function describe({
  streamId,
  robot,
  problems,
  detail,
  firstByteMs,
  gapMs,
  levelDb,
  titleErrorMs,
}: Finding): string {
  const measured = [
    streamId,
    robot,
    ...(firstByteMs === null ? [] : [`first byte after ${firstByteMs} ms`]),
    ...(gapMs === null ? [] : [gapMs === 0 ? 'no gap' : `a gap of ${gapMs} ms`]),
    ...(levelDb === null ? [] : [`${levelDb} dB`]),
    ...(titleErrorMs === null
      ? []
      : [`title ${Math.abs(titleErrorMs)} ms ${titleErrorMs < 0 ? 'before' : 'behind'} its sound`]),
  ].join(' · ');
  if (problems.length === 0) return `well   ${measured}`;
  return `WRONG  ${measured} · ${problems.join(', ')}: ${printable(detail)}`;
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = systemClock.after(Math.max(0, ms), resolve);
    signal.addEventListener(
      'abort',
      () => {
        timer[Symbol.dispose]();
        resolve();
      },
      { once: true },
    );
  });
}

function readAddress(text: string): string {
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return new URL(text).origin;
  throw new InvalidArgumentError('expected an address such as https://radio.example.org');
}
