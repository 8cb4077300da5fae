import { join } from 'node:path';
import { SCHEDULED_STREAMS, type StreamId } from '#src/contract/streams.ts';
import type { Clock } from '#src/platform/clock/clock.ts';
import { EPISODES_NAME } from '#src/platform/settings/data-folder.ts';
import { NO_FILE } from '#src/station/folder/entry-fault.ts';
import { pictureFault } from '#src/station/folder/picture-fault.ts';
import { type FolderEntry, StationFolder } from '#src/station/folder/station-folder.ts';
import type { LastGoodFiles } from '#src/station/last-good-files.ts';
import type { StationProblem } from '#src/station/problem.ts';
import type { PartReader } from '#src/station/station-part.ts';
import { checkYaml } from '#src/station/yaml-problems.ts';
import { EpisodeExaminer } from './episode-examiner.ts';
import { EpisodeFindings } from './episode-findings.ts';
import { type EpisodeSource, readEpisodes } from './episode-reader.ts';
import { findPodcastCategory } from './itunes-categories.ts';
import type { PodcastShow, Podcasts } from './podcast-show.ts';
import { SHOW_TEXTS, type ShowYaml, showYamlSchema } from './show-yaml.ts';

const FOLDER = 'podcasts';
const SHOW_FILE = 'show.yaml';
const YAML = '.yaml';
/** The streams that have podcasts [R3]. */
const SCHEDULED: readonly StreamId[] = SCHEDULED_STREAMS;
const NO_PICTURE =
  'expected the name of a picture beside show.yaml, or an address such as https://example.org/cover.jpg';

/** One of the two at most is told: what cannot be read often cannot be written either. */
const NOT_READ = 'what was found in episodes before could not be read, so they were all read again';
const NOT_KEPT = 'what was found in episodes could not be kept, so they are read again next time';
const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/**
 * Reads `podcasts/{show}/`: `show.yaml` and the episodes beside it. `cacheFolder` keeps what was found in
 * them.
 */
export function podcastReader(options: {
  stationDir: string;
  cacheFolder: string;
  lastGood: LastGoodFiles;
  /** Null: also a file that was written just now is read. */
  clock: Pick<Clock, 'nowMs'> | null;
  /** The station's, as it stands now. */
  timezone(): string;
}): PartReader<Podcasts> {
  const { cacheFolder, lastGood, clock, timezone } = options;
  const station = new StationFolder(options.stationDir);
  const unmoved = new Set<string>();
  return {
    folder: FOLDER,
    initial: null,
    async read(last, signal) {
      const problems: StationProblem[] = [];
      const report = (problem: StationProblem) => void problems.push(problem);
      const entries = await station.list(FOLDER, report);
      if (entries === null) return { value: last ?? new Map(), problems };
      const findings = await EpisodeFindings.open(join(cacheFolder, EPISODES_NAME));
      await using examiner = new EpisodeExaminer(signal);
      const source: EpisodeSource = {
        station,
        lastGood,
        findings,
        examiner,
        isHurried: last === null && clock !== null,
        unmoved,
        timezone: timezone(),
        seen: new Set(),
        unfinished: new Set(),
        listed: new Map(),
        nowMs: () => clock?.nowMs() ?? Number.POSITIVE_INFINITY,
        report,
      };
      const shows = new Map<string, PodcastShow>();
      for (const { name, isFolder, fault } of entries) {
        const known = last?.get(name) ?? null;
        if (fault !== null) keepFindings(name, source);
        if (!isFolder) {
          const message = fault?.fault ?? `expected a folder for each show, with ${SHOW_FILE} in it`;
          report({ file: `${FOLDER}/${name}`, line: null, message });
        }
        const show = isFolder ? await readShow(name, known, source) : fault && known;
        if (show !== null) shows.set(name, show);
      }
      const message = await findings.save(source.seen).then(
        () => (findings.fault === null ? null : `${NOT_READ}: ${reasonOf(findings.fault)}`),
        (error: unknown) => `${NOT_KEPT}: ${reasonOf(error)}`,
      );
      if (message !== null) report({ file: FOLDER, line: null, message });
      const names = new Set(entries.map(({ name }) => name.normalize('NFC')));
      await lastGood.forget(FOLDER, (file) => isGone(file, names, source.listed));
      return { value: shows, problems, isUnfinished: source.unfinished.size > 0 };
    },
  };
}

/**
 * Whether a file was there once and its episode or show is no more. What lists no show at all, and a show without its
 * facts, may be the place of a disk that is away.
 */
function isGone(file: string, shows: ReadonlySet<string>, listed: EpisodeSource['listed']): boolean {
  const [, show = '', name = ''] = file.normalize('NFC').split('/');
  // What another process is writing there has another ending.
  if (!name.endsWith(YAML)) return false;
  if (!shows.has(show)) return listed.size > 0;
  const files = listed.get(show);
  return files !== undefined && !files.has(name) && !files.has(name.slice(0, -YAML.length));
}

/** Of a show that cannot be listed nothing is known to be gone: once it can, all of it would be read anew. */
function keepFindings(show: string, { findings, seen }: EpisodeSource): void {
  for (const file of findings.below(`${FOLDER}/${show}`)) seen.add(file);
}

/** Reads a show. `known` is its last good version, which stays in force while its `show.yaml` is broken. */
async function readShow(
  name: string,
  known: PodcastShow | null,
  source: EpisodeSource,
): Promise<PodcastShow | null> {
  const folder = `${FOLDER}/${name}`;
  const entries = await source.station.list(folder, source.report);
  if (entries === null) {
    keepFindings(name, source);
    return known;
  }
  // A folder in the place of the facts is told when they are read.
  const isFile = (entry: FolderEntry) => !entry.isFolder || entry.name === SHOW_FILE;
  const files = entries.filter(isFile).map((entry) => entry.name);
  for (const entry of entries) {
    if (isFile(entry)) continue;
    const isText = entry.name.endsWith('.yaml');
    const message = isText ? NO_FILE.fault : 'expected the episodes of a show in its own folder';
    source.report({ file: `${folder}/${entry.name}`, line: null, message });
  }
  if (files.includes(SHOW_FILE))
    source.listed.set(name.normalize('NFC'), new Set(files.map((file) => file.normalize('NFC'))));
  const show = (await readFacts(source, name, files)) ?? known ?? (await readKeptFacts(source, name, files));
  if (show === null) return null;
  const pictured = show.image !== null && 'file' in show.image ? show.image.file : null;
  const others = files.filter((file) => file !== SHOW_FILE && file !== pictured);
  const episodes = await readEpisodes(folder, others, known?.episodes ?? [], source);
  if (show.feed === null) return { ...show, episodes };
  for (const { file } of episodes) {
    const message = `expected no episodes here: ${SHOW_FILE} names a feed elsewhere`;
    source.report({ file: `${folder}/${file}`, line: null, message });
  }
  return { ...show, episodes: [] };
}

async function readFacts(
  { station, lastGood, report }: EpisodeSource,
  name: string,
  files: readonly string[],
): Promise<PodcastShow | null> {
  const file = `${FOLDER}/${name}/${SHOW_FILE}`;
  if (!files.includes(SHOW_FILE)) {
    report({
      file: `${FOLDER}/${name}`,
      line: null,
      message: `expected a ${SHOW_FILE} that says what the show is`,
    });
    return null;
  }
  const read = await station.readText(file);
  if ('fault' in read) {
    report({ file, line: null, message: read.fault });
    return null;
  }
  const checked = checkYaml(file, read.text, showYamlSchema, { asWritten: SHOW_TEXTS });
  for (const problem of checked.problems) report(problem);
  if (checked.value === null) return null;
  await lastGood.keep(file, read.text);
  const hidden = checked.value.stream.filter((id) => !SCHEDULED.includes(id));
  if (hidden.length > 0) {
    const message = `stream: no menu leads to podcasts of ${hidden.join(', ')}: expected one of ${SCHEDULED.join(', ')}`;
    report({ file, line: checked.lineOf(['stream']), message });
  }
  const image = await readImage(station, name, checked.value.image ?? null, files);
  if ('fault' in image) report({ file, line: checked.lineOf(['image']), message: `image: ${image.fault}` });
  return showOf(name, checked.value, 'fault' in image ? null : image.found);
}

/** Reads the last good version of a show whose file is broken now, as another process kept it. */
async function readKeptFacts(
  { station, lastGood }: EpisodeSource,
  name: string,
  files: readonly string[],
): Promise<PodcastShow | null> {
  const file = `${FOLDER}/${name}/${SHOW_FILE}`;
  const text = files.includes(SHOW_FILE) ? await lastGood.read(file) : null;
  const yaml = text === null ? null : checkYaml(file, text, showYamlSchema, { asWritten: SHOW_TEXTS }).value;
  if (yaml === null) return null;
  const image = await readImage(station, name, yaml.image ?? null, files);
  return showOf(name, yaml, 'fault' in image ? null : image.found);
}

function showOf(name: string, yaml: ShowYaml, image: PodcastShow['image']): PodcastShow {
  const { title, description, author, language, category, stream, explicit, feed } = yaml;
  const { itunes, deezer, youtube } = yaml;
  return {
    name,
    title,
    description,
    author,
    language,
    category: findPodcastCategory(category) ?? { main: 'Music', narrow: null },
    image,
    streams: stream,
    explicit,
    links: { ...(itunes && { itunes }), ...(deezer && { deezer }), ...(youtube && { youtube }) },
    feed: feed ?? null,
    episodes: [],
  };
}

/** Finds the picture of a show; one that is not a picture is left out and the show stays. */
async function readImage(
  station: StationFolder,
  show: string,
  image: string | null,
  files: readonly string[],
): Promise<{ found: PodcastShow['image'] } | { fault: string }> {
  if (image === null) return { found: null };
  if (/^https?:\/\//.test(image) && URL.canParse(image)) return { found: { address: new URL(image).href } };
  // A disk may write accents in two signs.
  const sameName = (name: string) => name.normalize('NFC') === image.normalize('NFC');
  const file = files.includes(image) ? image : files.find(sameName);
  if (file === undefined) return { fault: NO_PICTURE };
  const fault = await pictureFault(station, `${FOLDER}/${show}/${file}`);
  if (fault !== null) return { fault };
  return { found: { file, path: join(station.root, FOLDER, show, file) } };
}
