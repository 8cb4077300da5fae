import { extname, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { StationFolder } from '#src/station/folder/station-folder.ts';
import type { LastGoodFiles } from '#src/station/last-good-files.ts';
import type { StationProblem } from '#src/station/problem.ts';
import { checkYaml } from '#src/station/yaml-problems.ts';
import type { EpisodeExaminer } from './episode-examiner.ts';
import type { EpisodeFinding, EpisodeSound } from './episode-finding.ts';
import type { EpisodeFindings, FileState } from './episode-findings.ts';
import type { Episode } from './podcast-show.ts';
import { EPISODE_TEXTS, type EpisodeYaml, episodeYamlSchema, parseDate } from './show-yaml.ts';

/** Media types by ending (IANA, "Media Types"). */
const AUDIO_TYPES: Readonly<Record<string, string>> = {
  '.mp3': 'audio/mpeg',
  '.m4a': 'audio/mp4',
  '.m4b': 'audio/mp4',
  '.aac': 'audio/aac',
  '.ogg': 'audio/ogg',
  '.oga': 'audio/ogg',
  '.opus': 'audio/ogg',
  '.flac': 'audio/flac',
  '.wav': 'audio/wav',
};
const PICTURE = /\.(jpe?g|png|webp)$/i;
const ENDINGS = Object.keys(AUDIO_TYPES).join(', ');

/** Time without growth after which a file is read, so that a slow upload is not taken for a broken edit. */
export const AT_REST_MS = 1_000;

/** An upload or a full disk leaves a file empty: taken for one that says nothing, it would give another guid. */
const YAML_OPTIONS = {
  asWritten: EPISODE_TEXTS,
  ifEmpty: 'is empty: write at least a title, or take the file out for what the tags say',
};

/** What episodes are read with, and where their problems go. */
export interface EpisodeSource {
  readonly station: StationFolder;
  readonly findings: EpisodeFindings;
  readonly examiner: EpisodeExaminer;
  readonly lastGood: LastGoodFiles;
  /** IANA */
  readonly timezone: string;
  /** Whether there are no podcasts at all until this reading ends. */
  readonly isHurried: boolean;
  /**
   * Collects the path of every episode whose time of change told of nothing new, for as long as the process lasts: some
   * disks give another one at each look, some backups set it each night.
   */
  readonly unmoved: Set<string>;
  /** Collects the path from STATION_DIR of every episode that is there. */
  readonly seen: Set<string>;
  /** Collects the path of every episode that is still being written: it has to be read again. */
  readonly unfinished: Set<string>;
  /** Collects the files of each show whose facts are there, by the show's name, both in NFC. */
  readonly listed: Map<string, ReadonlySet<string>>;
  /** Milliseconds since the Unix epoch; infinite where nothing waits for a file to be at rest. */
  nowMs(): number;
  report(problem: StationProblem): void;
}

/**
 * Reads the episodes among the files of a show's folder (a path from STATION_DIR), newest first. `known` are
 * those that the show had: one whose `.yaml` is broken keeps what that said, also for a process that starts
 * meanwhile.
 */
export async function readEpisodes(
  folder: string,
  files: readonly string[],
  known: readonly Episode[],
  source: EpisodeSource,
): Promise<Episode[]> {
  const audio = files.filter((name) => typeOf(name) !== null);
  const yamls = yamlNames(audio, files);
  const described = new Set(yamls.values());
  for (const name of files) {
    if (typeOf(name) !== null || PICTURE.test(name)) continue;
    if (!described.has(name))
      source.report({ file: `${folder}/${name}`, line: null, message: expectation(name) });
  }
  const byGuid = new Map<string, Episode>();
  for (const name of audio) {
    const before = known.find(({ file }) => file === name) ?? null;
    const episode = await readEpisode(folder, name, yamls.get(name) ?? null, before, source);
    if (episode === null) continue;
    const other = byGuid.get(episode.guid);
    if (other === undefined) {
      byGuid.set(episode.guid, episode);
      continue;
    }
    // One that is dated in the future would hide until then what is published.
    const [kept, same] = episode.publishedMs < other.publishedMs ? [episode, other] : [other, episode];
    byGuid.set(kept.guid, kept);
    source.report({
      file: `${folder}/${same.file}`,
      line: null,
      message: `expected each episode once; ${kept.file} is the same`,
    });
  }
  return [...byGuid.values()].sort((a, b) => b.publishedMs - a.publishedMs || (a.file < b.file ? 1 : -1));
}

/** Finds the `.yaml` of each episode: of two names that look alike, a Mac may have written one. */
function yamlNames(audio: readonly string[], files: readonly string[]): Map<string, string> {
  const composed = new Map(files.map((file) => [file.normalize('NFC'), file]));
  const present = new Set(files);
  return new Map(
    audio.flatMap((name): [string, string][] => {
      const own = `${name}.yaml`;
      const found = present.has(own) ? own : composed.get(own.normalize('NFC'));
      return found === undefined ? [] : [[name, found]];
    }),
  );
}

function expectation(name: string): string {
  return name.endsWith('.yaml')
    ? 'expected the episode that it describes beside it, under the same name without .yaml'
    : `expected an episode (${ENDINGS}), its .yaml or a picture`;
}

async function readEpisode(
  folder: string,
  name: string,
  yamlName: string | null,
  before: Episode | null,
  source: EpisodeSource,
): Promise<Episode | null> {
  const file = `${folder}/${name}`;
  source.seen.add(file);
  const look = await source.station.look(file, 0);
  if ('fault' in look) {
    if (look.kind !== 'gone') source.report({ file, line: null, message: look.fault });
    return look.kind === 'passing' ? before : null;
  }
  const { sizeBytes, modifiedMs, changedMs } = look;
  const path = join(source.station.root, file);
  const state = { file, sizeBytes, modifiedMs, changedMs };
  const remembered = recall(state, source);
  // Half of an upload would be an episode of its own, and the whole one go to every subscriber again.
  const unfinished = () => {
    source.unfinished.add(file);
    return before;
  };
  if (remembered === null && isFresh(modifiedMs, source.nowMs())) return unfinished();
  const found = remembered ?? standing(state, await source.examiner.examine(path, sizeBytes), source);
  if (remembered === null && !(await isAsBefore(state, source.station))) return unfinished();
  const isLasting = 'fault' in found ? found.isLasting : true;
  if (remembered === null && isLasting) keep(state, found, source);
  if ('fault' in found) {
    source.report({ file, line: null, message: `expected an episode with sound in it; it ${found.fault}` });
    // Not before the next look at everything: up to a bad spot each one reads all of it.
    return found.isPassing || found.isCutOff ? before : null;
  }
  const audio = {
    file: name,
    path,
    durationSeconds: found.durationSeconds,
    sizeBytes,
    contentType: typeOf(name) ?? '',
    chapters: found.chapters,
  };
  const yamlFile = yamlName === null ? null : `${folder}/${yamlName}`;
  const good = yamlFile === null ? {} : await readEpisodeYaml(yamlFile, source);
  if (good === null && before !== null) return { ...before, ...audio };
  const yaml = good ?? (yamlFile === null ? null : await readKeptYaml(yamlFile, source));
  // Not the tags instead: another guid would send the episode to every subscriber again.
  if (yaml === null) return null;
  return {
    ...audio,
    title: yaml.title ?? (found.title || titleOfFile(name)),
    description: yaml.description ?? found.description,
    // Copies keep a time that another clock has set, ahead of this machine's.
    publishedMs:
      publishedMs(yaml, found, name, source.timezone) ?? Math.round(Math.min(modifiedMs, changedMs)),
    guid: yaml.guid ?? found.hash,
  };
}

/** Returns what was found in a file if that still holds; null when it has to be looked into. */
function recall(state: FileState, source: EpisodeSource): EpisodeFinding | null {
  const kept = source.findings.find(state);
  if (kept === null) return null;
  if (kept.changedMs === state.changedMs || source.unmoved.has(state.file)) return kept.finding;
  // After an update or a restore it may be all of them, and a feed must not be away for so long.
  if (!source.isHurried) return null;
  source.unfinished.add(state.file);
  return kept.finding;
}

/** A file that was read to its end before is not half of an upload, though its header says more. */
function standing(state: FileState, found: EpisodeFinding, { findings }: EpisodeSource): EpisodeFinding {
  const before = findings.find(state)?.finding;
  const wasRead = before !== undefined && !('fault' in before);
  return 'fault' in found && found.isCutOff && wasRead ? before : found;
}

function keep(state: FileState, found: EpisodeFinding, { findings, unmoved }: EpisodeSource): void {
  const before = findings.find(state);
  if (before?.changedMs !== undefined && isDeepStrictEqual(before.finding, found)) unmoved.add(state.file);
  findings.add(state, found);
}

/** A time in the future says nothing: it was copied, or another machine's clock is ahead. */
function isFresh(modifiedMs: number, nowMs: number): boolean {
  return modifiedMs <= nowMs && nowMs - modifiedMs < AT_REST_MS;
}

/** The time of change does not count: the next reading sees it, and on some disks it is always another one. */
async function isAsBefore(state: FileState, station: StationFolder): Promise<boolean> {
  const look = await station.look(state.file, 0);
  return !('fault' in look) && look.sizeBytes === state.sizeBytes && look.modifiedMs === state.modifiedMs;
}

/** Reads the `.yaml` of an episode; null for a broken one. */
async function readEpisodeYaml(
  file: string,
  { station, lastGood, report }: EpisodeSource,
): Promise<EpisodeYaml | null> {
  const read = await station.readText(file);
  if ('fault' in read) {
    report({ file, line: null, message: read.fault });
    return null;
  }
  const checked = checkYaml(file, read.text, episodeYamlSchema, YAML_OPTIONS);
  for (const problem of checked.problems) report(problem);
  if (checked.value !== null) await lastGood.keep(file, read.text);
  return checked.value;
}

/** Reads the last good version of a `.yaml` that is broken now, as another process kept it. */
async function readKeptYaml(file: string, { lastGood }: EpisodeSource): Promise<EpisodeYaml | null> {
  const text = await lastGood.read(file);
  return text === null ? null : checkYaml(file, text, episodeYamlSchema, YAML_OPTIONS).value;
}

/**
 * Returns the whole date in the `.yaml`, in the tags, or at the beginning of the file's name; null without
 * one.
 */
function publishedMs(yaml: EpisodeYaml, sound: EpisodeSound, name: string, timezone: string): number | null {
  const inName = /^\d{4}-\d{2}-\d{2}/.exec(name)?.[0] ?? '';
  // A tag may say the hour alone (id3.org/id3v2.4.0-structure), and behind its date whatever a program has written.
  const tagged = [sound.date.replace(/T\d{2}$/, '$&:00'), sound.date.slice(0, 'YYYY-MM-DD'.length)];
  for (const text of [yaml.date ?? '', ...tagged, inName]) {
    const dateMs = parseDate(text, timezone);
    if (dateMs !== null) return dateMs;
  }
  return null;
}

/**
 * Returns the title in a file's name. `_` is written for `/`, which no file name can hold (docs/station.md).
 * A date at the beginning is left out.
 */
function titleOfFile(name: string): string {
  const stem = name.slice(0, -extname(name).length);
  const [dated = '', date = ''] = /^(\d{4}-\d{2}-\d{2})(?!\d)[\s_.–—-]*/.exec(stem) ?? [];
  const isDate = parseDate(date, 'UTC') !== null;
  const title = (isDate && stem.slice(dated.length)) || stem;
  return title.replaceAll('_', '/').trim();
}

function typeOf(name: string): string | null {
  const ending = extname(name).toLowerCase();
  return Object.hasOwn(AUDIO_TYPES, ending) ? (AUDIO_TYPES[ending] ?? null) : null;
}
