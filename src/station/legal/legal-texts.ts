import { StationFolder } from '#src/station/folder/station-folder.ts';
import type { StationProblem } from '#src/station/problem.ts';
import type { PartReader } from '#src/station/station-part.ts';

/** The languages in which a station may write its legal notice: the whole in French, an excerpt in English. */
export const LEGAL_LANGUAGES = ['fr', 'en'] as const;
export type LegalLanguage = (typeof LEGAL_LANGUAGES)[number];

/** Texts in Markdown; a language without a file has none. */
export type LegalTexts = Readonly<Partial<Record<LegalLanguage, string>>>;

export const LEGAL_FILES = { fr: 'legal.fr.md', en: 'legal.en.md' } as const satisfies Record<
  LegalLanguage,
  string
>;

/** Reads `legal.fr.md` and `legal.en.md`. */
export function legalReader(stationDir: string): PartReader<LegalTexts> {
  const station = new StationFolder(stationDir);
  return {
    folder: LEGAL_FILES.fr,
    files: Object.values(LEGAL_FILES),
    initial: {},
    async read(last) {
      const problems: StationProblem[] = [];
      const texts: Partial<Record<LegalLanguage, string>> = {};
      for (const language of LEGAL_LANGUAGES) {
        const file = LEGAL_FILES[language];
        const read = await station.readText(file);
        if ('fault' in read && read.kind === 'gone') continue;
        const text = 'fault' in read ? '' : read.text.replaceAll(/\r\n?/g, '\n').trim();
        if (text === '') {
          problems.push({ file, line: null, message: 'fault' in read ? read.fault : 'expected a text' });
          const before = last[language];
          if (before !== undefined) texts[language] = before;
        } else texts[language] = text;
      }
      return { value: texts, problems };
    },
  };
}
