import { FALLBACK_LANGUAGE, isLanguage, LANGUAGES, type Language } from '#src/contract/languages.ts';
import { fileNameKey } from '#src/station/file-name-key.ts';
import { StationFolder } from '#src/station/folder/station-folder.ts';
import type { StationProblem } from '#src/station/problem.ts';
import type { PartReader } from '#src/station/station-part.ts';

export interface Biography {
  /** Name of the artist's folder. */
  readonly folder: string;
  /** The artist's name from a `name:` line; null without one. */
  readonly name: string | null;
  /** Markdown, by language. */
  readonly texts: Readonly<Partial<Record<Language, string>>>;
}

/** Biographies by the fileNameKey of the folder and of the true name. */
export type Biographies = ReadonlyMap<string, Biography>;

/** Finds the texts of the station about an artist; null without any. */
export function findBiography(biographies: Biographies, artist: string): Biography | null {
  return biographies.get(fileNameKey(artist)) ?? null;
}

const FOLDER = 'biographies';
/** Artists named in one line; more would hide the other problems. */
const NAMED_MAX = 5;
const FILES = LANGUAGES.map((language) => `${language}.md`).join(', ');

/** Reads `biographies/{artist}/{language}.md`. */
export function biographyReader(stationDir: string): PartReader<Biographies> {
  const station = new StationFolder(stationDir);
  return {
    folder: FOLDER,
    initial: new Map(),
    async read(last) {
      const biographies = new Map<string, Biography>();
      const problems: StationProblem[] = [];
      const untranslated: string[] = [];
      const entries = await station.list(FOLDER, (problem) => void problems.push(problem));
      if (entries === null) return { value: last, problems };
      for (const { name, isFolder, fault } of entries) {
        const file = `${FOLDER}/${name}`;
        if (!isFolder) {
          const message = fault?.fault ?? `expected a folder for each artist, with ${FILES} in it`;
          problems.push({ file, line: null, message });
        }
        const biography = isFolder
          ? await readFolder(station, name, last, problems)
          : fault && knownFolder(name, last);
        if (biography === null || Object.keys(biography.texts).length === 0) continue;
        if (biography.texts[FALLBACK_LANGUAGE] === undefined) untranslated.push(name);
        for (const key of new Set([name, biography.name ?? name].map(fileNameKey))) {
          const other = biographies.get(key);
          if (other === undefined) biographies.set(key, biography);
          else
            problems.push({
              file,
              line: null,
              message: `expected one folder for each artist; ${FOLDER}/${other.folder} is about the same`,
            });
        }
      }
      return { value: biographies, problems: [...problems, ...withoutFallback(untranslated)] };
    },
  };
}

/**
 * Reports artists without the fallback language. It is no fault: an association writes in the language it
 * speaks.
 */
function withoutFallback(folders: readonly string[]): StationProblem[] {
  if (folders.length === 0) return [];
  const named = folders.slice(0, NAMED_MAX).join(', ');
  const more = folders.length > NAMED_MAX ? ` and ${folders.length - NAMED_MAX} more` : '';
  const message =
    `without ${FALLBACK_LANGUAGE}.md: ${named}${more}. Readers of languages without a text are told that there is ` +
    `none; ${FALLBACK_LANGUAGE}.md stands in for all of them`;
  return [{ file: FOLDER, line: null, message, isReminder: true }];
}

function knownFolder(folder: string, last: Biographies): Biography | null {
  const known = last.get(fileNameKey(folder));
  return known?.folder === folder ? known : null;
}

/**
 * Reads an artist's folder; null, with a problem, when neither the folder nor what it held before is known.
 */
async function readFolder(
  station: StationFolder,
  folder: string,
  last: Biographies,
  problems: StationProblem[],
): Promise<Biography | null> {
  const known = knownFolder(folder, last);
  const texts: Partial<Record<Language, string>> = {};
  let name: string | null = null;
  const entries = await station.list(`${FOLDER}/${folder}`, (problem) => void problems.push(problem));
  if (entries === null) return known;
  for (const entry of entries) {
    const file = `${FOLDER}/${folder}/${entry.name}`;
    const language = entry.name.replace(/\.md$/, '');
    if (language === entry.name || !isLanguage(language)) {
      problems.push({ file, line: null, message: `expected one of ${FILES}` });
      continue;
    }
    const read = await station.readText(file);
    const biography = 'fault' in read ? null : readBiography(read.text);
    if (biography === null || biography.text === '') {
      problems.push({ file, line: null, message: 'fault' in read ? read.fault : 'expected a text' });
      const before = known?.texts[language];
      if (before !== undefined) {
        texts[language] = before;
        name ??= known?.name ?? null;
      }
      continue;
    }
    if (biography.blankNameLine !== null)
      problems.push({
        file,
        line: biography.blankNameLine,
        message: 'name: expected the name of the artist',
      });
    texts[language] = biography.text;
    name ??= biography.name;
    if (biography.name !== null && biography.name !== name)
      problems.push({ file, line: 1, message: `expected the same name in every language: ${name}` });
  }
  return { folder, name, texts };
}

/** A biography in one language. */
interface BiographyText {
  /** The artist's true name, when a `name:` line at the head says it. */
  readonly name: string | null;
  /** The line, from 1, of a `name:` that says none; null without one. */
  readonly blankNameLine: number | null;
  /** Markdown. */
  readonly text: string;
}

/**
 * Reads `{artist}/{language}.md`: a text that may begin with `name: AC/DC`, alone or between two lines of `---`, for
 * artists whose name no folder can have.
 */
export function readBiography(content: string): BiographyText {
  const whole = content.replaceAll(/\r\n?/g, '\n').trimEnd();
  const lines = whole.trimStart().split('\n');
  const linesAbove = whole.slice(0, whole.length - whole.trimStart().length).split('\n').length - 1;
  const fence =
    lines[0]?.trim() === '---' ? lines.findIndex((line, at) => at > 0 && line.trim() === '---') : -1;
  const head = fence > 0 ? lines.slice(1, fence) : lines.slice(0, 1);
  const names = head.map(nameIn);
  const name = names.find((found) => found !== null && found !== '') ?? null;
  const blank = name === null ? names.indexOf('') : -1;
  const blankNameLine = blank < 0 ? null : linesAbove + (fence > 0 ? 1 : 0) + blank + 1;
  const body = fence > 0 ? lines.slice(fence + 1) : lines.slice(names[0] === null ? 0 : 1);
  return { name, blankNameLine, text: body.join('\n').trim() };
}

/** The name that a line says: `''` for a blank one, null for a line of another kind. */
function nameIn(line: string): string | null {
  const [mark] = /^name:/i.exec(line) ?? [];
  if (mark === undefined) return null;
  const value = line.slice(mark.length).trim();
  const [, , quoted] = /^(["'])(.*)\1$/.exec(value) ?? [];
  return (quoted ?? value).trim();
}
