import { SCHEDULED_STREAMS, type StreamId } from '#src/contract/streams.ts';
import { StationFolder } from '#src/station/folder/station-folder.ts';
import type { LastGoodFiles } from '#src/station/last-good-files.ts';
import type { StationProblem } from '#src/station/problem.ts';
import type { PartReader } from '#src/station/station-part.ts';
import type { ScheduleEvent } from './schedule-event.wire.ts';
import { readWeek } from './week-file.ts';
import { weekFileName } from './week-name.wire.ts';

/** The week of each stream that has one. */
export type Schedules = ReadonlyMap<StreamId, readonly ScheduleEvent[]>;

const FOLDER = 'schedule';

/** Returns the stream of a file name; null for a stream that never has a schedule, and for any other name. */
export function streamOfWeekFile(name: string): StreamId | null {
  return SCHEDULED_STREAMS.find((streamId) => weekFileName(streamId) === name) ?? null;
}

/** Reads `schedule/week{Stream}.xml`. */
export function scheduleReader(stationDir: string, lastGood: LastGoodFiles): PartReader<Schedules> {
  const folder = new StationFolder(stationDir);
  return {
    folder: FOLDER,
    initial: new Map(),
    async read(last) {
      const schedules = new Map<StreamId, readonly ScheduleEvent[]>();
      const problems: StationProblem[] = [];
      const entries = await folder.list(FOLDER, (problem) => void problems.push(problem));
      if (entries === null) return { value: last.size > 0 ? last : await readAllKept(lastGood), problems };
      for (const { name } of entries) {
        const file = `${FOLDER}/${name}`;
        const streamId = streamOfWeekFile(name);
        if (streamId === null) {
          const message = `expected one of ${SCHEDULED_STREAMS.map(weekFileName).join(', ')}`;
          problems.push({ file, line: null, message });
          continue;
        }
        const read = await folder.readText(file);
        const week =
          'fault' in read
            ? { events: null, problems: [{ file, line: null, message: read.fault }] }
            : readWeek(file, read.text);
        problems.push(...week.problems);
        if (week.events !== null && 'text' in read) await lastGood.keep(file, read.text);
        const events = week.events ?? last.get(streamId) ?? (await readKept(file, lastGood));
        if (events !== null) schedules.set(streamId, events);
      }
      // What lists nothing may be the place of a disk that is away.
      const files = new Set(entries.map(({ name }) => `${FOLDER}/${name}`));
      if (files.size > 0) await lastGood.forget(FOLDER, (file) => file.endsWith('.xml') && !files.has(file));
      return { value: schedules, problems };
    },
    readKept: () => readAllKept(lastGood),
  };
}

async function readAllKept(lastGood: LastGoodFiles): Promise<Schedules> {
  const kept = new Map<StreamId, readonly ScheduleEvent[]>();
  for (const streamId of SCHEDULED_STREAMS) {
    const events = await readKept(`${FOLDER}/${weekFileName(streamId)}`, lastGood);
    if (events !== null) kept.set(streamId, events);
  }
  return kept;
}

async function readKept(file: string, lastGood: LastGoodFiles): Promise<readonly ScheduleEvent[] | null> {
  const text = await lastGood.read(file);
  return text === null ? null : readWeek(file, text).events;
}
