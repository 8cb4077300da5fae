import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { LEGAL_FILES } from '#src/station/legal/legal-texts.ts';
import type { StationProblem } from '#src/station/problem.ts';
import { STATION_FILE } from './read-station-config.ts';
import type { StationConfig } from './station-config.ts';

/** What a French association has to say of itself to its visitors. */
const OWED = ['address', 'registry', 'publisher', 'email', 'phone', 'host'] as const;

/**
 * Reports a station without a legal notice of its own, and what the notice that stands in for it cannot say. A station
 * without a station.yaml has nothing to fill it with yet, and is not bothered.
 */
export async function findMissingNotice(
  stationDir: string,
  { association }: Pick<StationConfig, 'association'>,
): Promise<StationProblem[]> {
  if ((await isThere(stationDir, LEGAL_FILES.fr)) || !(await isThere(stationDir, STATION_FILE))) return [];
  const lacking = OWED.filter((key) => association[key] === '').map((key) => `association.${key}`);
  const rest = lacking.length === 0 ? '' : `; station.yaml says nothing of ${lacking.join(', ')}`;
  const message = `is missing, which the law asks for: pages show a notice of the program's own, filled from station.yaml${rest}. Begin yours with: npx onde legal > ${join(stationDir, LEGAL_FILES.fr)}`;
  return [{ file: LEGAL_FILES.fr, line: null, message, isReminder: true }];
}

function isThere(stationDir: string, file: string): Promise<boolean> {
  return access(join(stationDir, file)).then(
    () => true,
    () => false,
  );
}
