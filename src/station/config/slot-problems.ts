import { pictureFault } from '#src/station/folder/picture-fault.ts';
import { StationFolder } from '#src/station/folder/station-folder.ts';
import type { StationProblem } from '#src/station/problem.ts';
import { STATION_FILE } from './read-station-config.ts';
import type { StationConfig } from './station-config.ts';

/**
 * Reports each slot whose picture is missing, is none, or lies outside of the station folder: it is not shown.
 * @param lineOf the line of a value in station.yaml
 */
export async function findSlotProblems(
  stationDir: string,
  { slots }: StationConfig,
  lineOf: (path: readonly PropertyKey[]) => number | null,
): Promise<StationProblem[]> {
  const folder = new StationFolder(stationDir);
  // Slots often share a picture.
  const faults = new Map(
    await Promise.all(
      [...new Set(slots.map(({ image }) => image))].map(
        async (image) => [image, await pictureFault(folder, image)] as const,
      ),
    ),
  );
  return slots.flatMap(({ image }, at) => {
    const fault = faults.get(image) ?? null;
    if (fault === null) return [];
    return [
      { file: STATION_FILE, line: lineOf(['slots', at, 'image']), message: `slots: ${image}: ${fault}` },
    ];
  });
}
