import { appendFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { toneFrames } from '#src/audio/testing/tone-frames.ts';
import type { JournalEntry } from '#src/broadcast/journal/journal-entry.wire.ts';
import { nowPlayingListSchema } from '#src/broadcast/now-playing/now-playing.wire.ts';
import { STREAM_VERSIONS, type StreamId } from '#src/contract/streams.ts';
import { createHome, type Radio, type RadioOptions, startRadio } from '../broadcast/support/radio.ts';

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
  /** Kills the radio without warning, waits for what happens meanwhile, and starts it again on the same port and folders. */
  crash(meanwhile: () => Promise<void>): Promise<void>;
}

const TRACK_SECONDS = 20;

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
  for (const [at, { streamId, artist, title, seconds = TRACK_SECONDS }] of tracks.entries()) {
    const folder = join(home.stationDir, 'music', streamId);
    await mkdir(folder, { recursive: true });
    const frames = toneFrames(seconds, 220 + 55 * at);
    await writeFile(join(folder, `${artist} - ${title}.mp3`), Buffer.concat(frames));
  }
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

/** Import takes as long as the machine is busy; the suite's own time limit ends a wait without end. */
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
