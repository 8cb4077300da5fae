import { createHash } from 'node:crypto';
import { appendFile, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { toneFrames } from '#src/audio/testing/tone-frames.ts';
import type { JournalEntry } from '#src/broadcast/journal/journal-entry.wire.ts';
import { nowPlayingListSchema } from '#src/broadcast/now-playing/now-playing.wire.ts';
import { STREAM_VERSIONS, type StreamId } from '#src/contract/streams.ts';
import { ChangeTimes } from '#src/import/plan/change-times.ts';
import { scanStation } from '#src/import/scan/scan-station.ts';
import { mediaFiles } from '#src/platform/settings/data-folder.ts';
import { RENDERING } from '#src/station/catalogue/media-record.ts';
import { mediaRecord } from '#src/station/testing/station-data.ts';
import {
  createHome,
  type Home,
  type Radio,
  type RadioOptions,
  startRadio,
} from '../broadcast/support/radio.ts';

/** One track of a stream: a tone of 20 seconds, unless it says otherwise. */
export interface SiteTrack {
  readonly streamId: StreamId;
  readonly artist: string;
  readonly title: string;
  readonly seconds?: number;
}

/** For whom any track will do. */
export const FERRY: SiteTrack = { streamId: 'dance', artist: 'Nova Kessler', title: 'Midnight Ferry' };

/** A whole radio, music and website, from the program that operators start. */
export interface Site extends AsyncDisposable {
  readonly origin: string;
  /** The process that was started, root of all others. */
  readonly pid: number;
  /** Everything it printed so far. */
  readonly output: readonly string[];
  /** Its database, for what no member can do by themselves. */
  readonly databasePath: string;
  /**
   * Kills the radio without warning, waits for what happens meanwhile, and starts it again on the same port and
   * folders.
   */
  crash(meanwhile: () => Promise<void>): Promise<void>;
}

const TRACK_SECONDS = 20;
/** A good ten seconds. */
const PREVIEW_FRAMES = 400;

/**
 * Starts a radio whose streams have these tracks and waits until each of those streams plays one and there are pages.
 * @param settings more of the environment, such as SMTP_URL
 * @param journal what has played before
 * @param writeStation writes more into the station folder before the start
 * @param command how it is started; `npm start` has it started again by itself
 */
export async function startSite(
  tracks: readonly SiteTrack[],
  settings: Record<string, string> = {},
  journal: readonly JournalEntry[] = [],
  writeStation?: (stationDir: string) => Promise<void>,
  command: RadioOptions['command'] = 'start',
): Promise<Site> {
  const home = await createHome();
  await writeStation?.(home.stationDir);
  await mkdir(home.folder.journal, { recursive: true });
  for (const entry of journal) {
    const day = new Date(entry.startedMs).toISOString().slice(0, 10);
    await appendFile(join(home.folder.journal, `${day}.jsonl`), `${JSON.stringify(entry)}\n`);
  }
  await putOnAir(home, tracks);
  let radio: Radio = await startRadio(home, { command, settings });
  const { origin, port } = radio;
  await untilOnAir(origin, new Set(tracks.map(({ streamId }) => STREAM_VERSIONS[streamId])));
  await untilOpen(origin);
  return {
    origin,
    get pid() {
      return radio.process.pid ?? 0;
    },
    get output() {
      return radio.output;
    },
    databasePath: join(home.folder.root, 'onde.sqlite'),
    async crash(meanwhile) {
      await radio.end('SIGKILL');
      await meanwhile();
      radio = await startRadio(home, { command, settings: { ...settings, PORT: String(port) } });
      await untilOpen(origin);
    },
    async [Symbol.asyncDispose]() {
      await radio[Symbol.asyncDispose]();
      await home[Symbol.asyncDispose]();
    },
  };
}

/**
 * Leaves what an import leaves: its processes took a tenth of what a file of tests computes, and each start waited
 * for them. The import that the radio begins with finds the files known; tests/broadcast and tests/durability hear
 * that new music comes on the air.
 */
async function putOnAir(home: Home, tracks: readonly SiteTrack[]): Promise<void> {
  const nowMs = Date.now();
  const placed = tracks.map(({ streamId, artist, title, seconds = TRACK_SECONDS }, at) => ({
    path: `music/${streamId}/${artist} - ${title}.mp3`,
    frames: knownTone(seconds, 220 + 55 * at),
    record: mediaRecord(at, artist, title, streamId, {
      rendering: RENDERING,
      addedMs: nowMs - tracks.length + at,
    }),
  }));
  for (const { path, frames } of placed) {
    await mkdir(dirname(join(home.stationDir, path)), { recursive: true });
    await writeFile(join(home.stationDir, path), Buffer.concat(frames));
  }
  const { files } = await scanStation(home.stationDir);
  const looked = await ChangeTimes.open(home.folder);
  for (const { path, frames, record } of placed) {
    const file = files.find((one) => one.path === path);
    if (file === undefined) throw new Error(`${path} is not found in the station folder.`);
    looked.see(file);
    const { streamId, folder, sizeBytes, modifiedMs } = file;
    const id = createHash('sha256').update(path).digest('hex').slice(0, 32);
    const placements = [{ path, streamId, folder, sizeBytes, modifiedMs }];
    await home.addMedia({ ...record, id, sizeBytes, placements }, frames);
    await writeFile(mediaFiles(home.folder, id).preview, Buffer.concat(frames.slice(0, PREVIEW_FRAMES)));
  }
  await looked.save();
}

const tones = new Map<string, Uint8Array[]>();

/** Sites sound alike: a worker encodes each tone once. */
function knownTone(seconds: number, hertz: number): Uint8Array[] {
  const key = `${seconds} s of ${hertz} Hz`;
  const frames = tones.get(key) ?? toneFrames(seconds, hertz);
  tones.set(key, frames);
  return frames;
}

/** Imports and the start take as long as the machine is busy; the suite's own time limit ends a wait without end. */
async function untilOnAir(origin: string, versions: ReadonlySet<string>): Promise<void> {
  for (;;) {
    const titles = nowPlayingListSchema.parse(await (await fetch(`${origin}/titre.json`)).json());
    if (titles.every(({ version, artiste }) => !versions.has(version) || artiste !== '')) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** Music is on air before there are pages: until then the front door says so. */
async function untilOpen(origin: string): Promise<void> {
  while (!(await fetch(`${origin}/readyz?part=web`)).ok)
    await new Promise((resolve) => setTimeout(resolve, 100));
}
