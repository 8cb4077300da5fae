import { join } from 'node:path';
import { listFolder } from '../content/list-folder.ts';
import { readText } from '../content/read-text.ts';
import type { PartReader } from '../content/station-part.ts';
import type { LastGoodFiles } from '../last-good-files.ts';
import type { StationProblem } from '../problem.ts';
import { checkYaml } from '../yaml-problems.ts';
import { EpisodeExaminer } from './episode-examiner.ts';
import { EpisodeFindings } from './episode-findings.ts';
import { type EpisodeSource, readEpisodes } from './episode-reader.ts';
import { findPodcastCategory } from './itunes-categories.ts';
import type { PodcastShow, Podcasts } from './podcast-show.ts';
import { type ShowYaml, showYamlSchema } from './show-yaml.ts';

const FOLDER = 'podcasts';
const SHOW_FILE = 'show.yaml';

/** `podcasts/{show}/`: `show.yaml` and the episodes beside it. `cacheFolder` keeps what was found in them. */
export function podcastReader(options: {
  stationDir: string;
  cacheFolder: string;
  lastGood: LastGoodFiles;
  /** The station's, as it stands now. */
  timezone(): string;
}): PartReader<Podcasts> {
  const { stationDir, cacheFolder, lastGood, timezone } = options;
  return {
    folder: FOLDER,
    initial: null,
    async read(last, signal) {
      const findings = await EpisodeFindings.open(join(cacheFolder, 'podcast-episodes.json'));
      await using examiner = new EpisodeExaminer(signal);
      const problems: StationProblem[] = [];
      const source: ShowSource = {
        stationDir,
        lastGood,
        findings,
        examiner,
        timezone: timezone(),
        seen: new Set(),
        report: (problem) => void problems.push(problem),
      };
      const shows = new Map<string, PodcastShow>();
      for (const { name, isFolder } of await listFolder(join(stationDir, FOLDER))) {
        if (!isFolder) {
          const message = `expected a folder for each show, with ${SHOW_FILE} in it`;
          problems.push({ file: `${FOLDER}/${name}`, line: null, message });
          continue;
        }
        const show = await readShow(name, last?.get(name) ?? null, source);
        if (show !== null) shows.set(name, show);
      }
      await findings.save(source.seen);
      return { value: shows, problems };
    },
  };
}

interface ShowSource extends EpisodeSource {
  readonly lastGood: LastGoodFiles;
}

/** `known` is the show as it was: it stays in force while its `show.yaml` is broken. */
async function readShow(
  name: string,
  known: PodcastShow | null,
  source: ShowSource,
): Promise<PodcastShow | null> {
  const folder = `${FOLDER}/${name}`;
  const entries = await listFolder(join(source.stationDir, folder));
  const files = entries.filter(({ isFolder }) => !isFolder).map((entry) => entry.name);
  for (const entry of entries) {
    if (!entry.isFolder) continue;
    const message = 'expected the episodes of a show in its own folder';
    source.report({ file: `${folder}/${entry.name}`, line: null, message });
  }
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
  { stationDir, lastGood, report }: ShowSource,
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
  const read = await readText(join(stationDir, file));
  if ('fault' in read) {
    report({ file, line: null, message: read.fault });
    return null;
  }
  const checked = checkYaml(file, read.text, showYamlSchema(new Set(files)));
  for (const problem of checked.problems) report(problem);
  if (checked.value === null) return null;
  await lastGood.keep(file, read.text);
  return showOf(name, join(stationDir, FOLDER, name), checked.value);
}

/** What a show was when its file, broken now, was last taken up: by another process. */
async function readKeptFacts(
  { stationDir, lastGood }: ShowSource,
  name: string,
  files: readonly string[],
): Promise<PodcastShow | null> {
  const file = `${FOLDER}/${name}/${SHOW_FILE}`;
  const text = files.includes(SHOW_FILE) ? await lastGood.read(file) : null;
  if (text === null) return null;
  const { value } = checkYaml(file, text, showYamlSchema(new Set(files)));
  return value === null ? null : showOf(name, join(stationDir, FOLDER, name), value);
}

function showOf(name: string, path: string, yaml: ShowYaml): PodcastShow {
  const { title, description, author, language, category, image, stream, explicit, feed } = yaml;
  const { itunes, deezer, youtube } = yaml;
  return {
    name,
    title,
    description,
    author,
    language,
    category: findPodcastCategory(category) ?? { main: 'Music', narrow: null },
    image: image === undefined ? null : imageOf(image, path),
    streams: stream,
    explicit,
    links: { ...(itunes && { itunes }), ...(deezer && { deezer }), ...(youtube && { youtube }) },
    feed: feed ?? null,
    episodes: [],
  };
}

function imageOf(image: string, folder: string): NonNullable<PodcastShow['image']> {
  return /^https?:\/\//.test(image) ? { address: image } : { file: image, path: join(folder, image) };
}
