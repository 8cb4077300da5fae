import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { frameStartMs } from '#src/audio/mp3/broadcast-format.ts';
import { toneFrames } from '#src/audio/testing/tone-frames.ts';
import { type DataFolder, dataFolder, mediaFiles } from '#src/platform/settings/data-folder.ts';
import { PATIENT_WITH_IMPORTS } from '#src/platform/testing/patience.ts';
import type { MediaRecord } from '#src/station/catalogue/media-record.ts';
import { formatCatalogueLine } from '#src/station/catalogue/media-record.ts';
import { mediaRecord } from '#src/station/testing/station-data.ts';
import manifest from '../../../package.json' with { type: 'json' };
import { freePort } from '../../support/free-port.ts';

const ROOT = resolve(import.meta.dirname, '..', '..', '..');

/** A DATA_DIR with rendered audio, and a STATION_DIR, both thrown away in the end. */
export interface Home extends AsyncDisposable {
  folder: DataFolder;
  stationDir: string;
  addMedia(record: MediaRecord, frames: Uint8Array[]): Promise<MediaRecord>;
}

export async function createHome(): Promise<Home> {
  const root = await mkdtemp(join(tmpdir(), 'onde-radio-'));
  const folder = dataFolder(join(root, 'data'));
  const stationDir = join(root, 'station');
  await mkdir(stationDir);
  // An empty station folder would get the demo station.
  await writeFile(join(stationDir, 'station.yaml'), 'name: Onde\n');
  await mkdir(folder.media, { recursive: true });
  return {
    folder,
    stationDir,
    async addMedia(record, frames) {
      const complete = { ...record, frames: frames.length, durationMs: frameStartMs(frames.length) };
      const path = mediaFiles(folder, record.id).audio;
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, Buffer.concat(frames));
      await writeFile(folder.catalogue, formatCatalogueLine(complete), { flag: 'a' });
      return complete;
    },
    [Symbol.asyncDispose]: () => rm(root, { recursive: true, force: true, maxRetries: 5 }),
  };
}

/** Every stream gets `count` tones of `seconds`, by different artists. */
export async function addTones(home: Home, count: number, seconds: number): Promise<MediaRecord[]> {
  const records: MediaRecord[] = [];
  for (let number = 1; number <= count; number += 1) {
    const frames = toneFrames(seconds, 220 + 110 * number);
    const record = mediaRecord(number, `Artist ${number}`, `Tone ${number}`);
    const placements = record.placements.map((place) => ({ ...place, streamId: null }));
    records.push(await home.addMedia({ ...record, placements }, frames));
  }
  return records;
}

export interface Radio extends AsyncDisposable {
  origin: string;
  port: number;
  process: ChildProcess;
  /** Everything it printed so far. */
  output: string[];
  /** Resolves with the first printed line that fits, also one printed before. */
  printed(pattern: RegExp): Promise<string>;
  /** Ends it and gives its exit code or signal. */
  end(signal: NodeJS.Signals): Promise<number | string>;
}

export interface RadioOptions {
  /** `npm start` is what its line in package.json does behind the install, and keeps the radio on the air. */
  command?: 'broadcast' | 'start' | 'npm start';
  settings?: Record<string, string>;
  /** How many files it may have open, as `ulimit -n` has it. */
  openFiles?: number;
  /** An open file that it prints to; then nothing of that is read here. */
  printsTo?: number;
}

/** Starts the real program on a home and waits until it is on air. */
export async function startRadio(home: Home, options: RadioOptions = {}): Promise<Radio> {
  const radio = await launchRadio(home, options);
  try {
    await Promise.race([
      radio.printed(/is on air at/),
      endOf(radio.process).then((how) => {
        throw new Error(`it ended with ${how}:\n${radio.output.join('\n')}`);
      }),
    ]);
  } catch (error) {
    await radio.end('SIGKILL');
    throw error;
  }
  return radio;
}

/** As startRadio, without waiting: for starts that are to fail. */
export async function launchRadio(
  home: Home,
  { command = 'broadcast', settings = {}, openFiles, printsTo }: RadioOptions = {},
): Promise<Radio> {
  const port = Number(settings.PORT ?? (await freePort()));
  const words =
    command === 'npm start'
      ? ['sh', '-c', manifest.scripts.start.replace(/^.*&& /, '')]
      : [process.execPath, join(ROOT, 'src', 'cli', 'onde.ts'), command];
  const limited = openFiles === undefined ? [] : ['sh', '-c', `ulimit -n ${openFiles}; exec "$0" "$@"`];
  const [program = '', ...rest] = [...limited, ...words];
  const child = spawn(program, rest, {
    cwd: command === 'npm start' ? ROOT : home.stationDir,
    env: {
      PATH: process.env.PATH,
      HOST: '127.0.0.1',
      PORT: String(port),
      DATA_DIR: home.folder.root,
      STATION_DIR: home.stationDir,
      LOG_LEVEL: 'debug',
      NODE_COMPILE_CACHE: join(tmpdir(), 'onde-compile-cache'),
      ...settings,
    },
    stdio: ['ignore', printsTo ?? 'pipe', printsTo ?? 'pipe'],
  });
  const output: string[] = [];
  const watchers = new Set<() => void>();
  for (const stream of [child.stdout, child.stderr]) {
    if (stream === null) continue;
    createInterface({ input: stream }).on('line', (line) => {
      output.push(line);
      for (const watcher of watchers) watcher();
    });
  }
  return {
    origin: `http://127.0.0.1:${port}`,
    port,
    process: child,
    output,
    printed: (pattern) =>
      new Promise((found, failed) => {
        const look = () => {
          const line = output.find((one) => pattern.test(one));
          if (line === undefined) return;
          watchers.delete(look);
          clearTimeout(timer);
          found(line);
        };
        const timer = setTimeout(
          () => failed(new Error(`${pattern} was not printed:\n${output.join('\n')}`)),
          PATIENT_WITH_IMPORTS.timeout,
        );
        watchers.add(look);
        look();
      }),
    end: (signal) => endWith(child, signal),
    [Symbol.asyncDispose]: async () => {
      await endWith(child, 'SIGTERM');
    },
  };
}

export function endOf(child: ChildProcess): Promise<number | string> {
  if (child.exitCode !== null || child.signalCode !== null)
    return Promise.resolve(child.exitCode ?? child.signalCode ?? '');
  return new Promise((resolve) => child.once('exit', (code, signal) => resolve(code ?? signal ?? '')));
}

/** What it printed until it ended, when all of that has been read. */
export async function lastWordsOf({ process: child, output }: Radio): Promise<string[]> {
  if (child.stdout?.readableEnded === false || child.stderr?.readableEnded === false)
    await new Promise((resolve) => child.once('close', resolve));
  return output;
}

function endWith(child: ChildProcess, signal: NodeJS.Signals): Promise<number | string> {
  const ended = endOf(child);
  child.kill(signal);
  return ended;
}
