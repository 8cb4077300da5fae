import { RejectedFiles } from '#src/import/rejected/rejected-files.ts';
import { scanStation } from '#src/import/scan/scan-station.ts';
import { dataFolder } from '#src/platform/settings/data-folder.ts';
import { readCatalogue } from '#src/station/catalogue/catalogue-tail.ts';

/**
 * A line for audio that nobody has looked into yet: without it a check before the first import sounds as if
 * the music were well. Nothing when none waits.
 */
export async function waitingFiles(stationDir: string, dataDir: string): Promise<string[]> {
  const folder = dataFolder(dataDir);
  const { files } = await scanStation(stationDir);
  const rejected = await RejectedFiles.open(folder);
  const records = [...(await readCatalogue(folder)).values()];
  const known = new Set(
    records.flatMap(({ placements }) => placements.map(({ path, sizeBytes }) => `${sizeBytes} ${path}`)),
  );
  const waiting = files.filter(
    (file) => rejected.find(file) === null && !known.has(`${file.sizeBytes} ${file.path}`),
  ).length;
  if (waiting === 0) return [];
  const [what, they] =
    waiting === 1 ? ['1 file is', 'it is'] : [`${waiting.toLocaleString('en-GB')} files are`, 'they are'];
  return [
    `${what} not on air yet, and ${they} not judged here: npx onde import takes in what can be played, as a start does`,
  ];
}
