import { foldText } from '#src/contract/titles.ts';
import type { StationProblem } from '#src/station/problem.ts';
import { STATION_FILE } from './read-station-config.ts';
import type { StationConfig } from './station-config.ts';

/**
 * Reports streams that listeners cannot tell apart by their names. They play all the same: a station that did so
 * yesterday stays on the air.
 * @param lineOf the line of a value in station.yaml
 */
export function findEqualNames(
  { streams }: StationConfig,
  lineOf: (path: readonly PropertyKey[]) => number | null,
): StationProblem[] {
  const byName = new Map<string, string>();
  return streams.flatMap(({ id, name }, at): StationProblem[] => {
    const other = byName.get(foldText(name));
    if (other === undefined) {
      byName.set(foldText(name), id);
      return [];
    }
    const message = `streams[${at}].name: expected another name; ${other} has the same: ${name}`;
    return [{ file: STATION_FILE, line: lineOf(['streams', at, 'name']), message }];
  });
}
