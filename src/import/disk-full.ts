import { statfs } from 'node:fs/promises';
import { OperatorError } from '#src/platform/errors/operator-error.ts';

export interface UnfinishedImport {
  mediaDir: string;
  filesDone: number;
  filesTotal: number;
  /** Estimated bytes of a file that is not rendered yet. */
  neededBytes: number;
}

/** The message for the operator when rendering has filled the disk. */
export async function diskFullError(unfinished: UnfinishedImport, cause: unknown): Promise<OperatorError> {
  const { mediaDir, filesDone, filesTotal, neededBytes } = unfinished;
  const disk = await statfs(mediaDir);
  const freeBytes = disk.bavail * disk.bsize;
  const missingBytes = Math.max(neededBytes - freeBytes, 1_000_000);
  return new OperatorError(
    `The disk that holds ${mediaDir} is full: ${filesDone} of ${filesTotal} files are done, the others need about ` +
      `${inWords(neededBytes)} and ${inWords(freeBytes)} are free.`,
    `Free about ${inWords(missingBytes)} there, or set DATA_DIR to a folder on a larger disk. Then run \`onde import\` ` +
      'again: it goes on where it stopped. Your own files have not been touched.',
    { cause },
  );
}

function inWords(bytes: number): string {
  return bytes >= 1e9 ? `${(bytes / 1e9).toFixed(1)} GB` : `${Math.ceil(bytes / 1e6)} MB`;
}
