import { statfs } from 'node:fs/promises';
import { errorCode } from '#src/platform/errors/error-code.ts';
import { OperatorError } from '#src/platform/errors/operator-error.ts';
import type { MediaRecord } from '#src/station/catalogue/media-record.ts';

const DISK_FULL = ['ENOSPC', 'EDQUOT'];
/** Rendered bytes for each byte of the source while nothing is known: between MP3 and FLAC. */
const USUAL_PART = 0.5;
/** The least that the operator is asked to free. */
const MISSING_BYTES_MIN = 1_000_000;

/** How far an import came. */
interface UnfinishedImport {
  mediaDir: string;
  filesDone: number;
  filesTotal: number;
  /** Bytes of the sources that are not rendered yet. */
  remainingBytes: number;
  /** What has been rendered so far, in this import and before. */
  records: Iterable<MediaRecord>;
}

/** Whether a full disk ended an import. */
export function isFullDisk(error: unknown): boolean {
  const reason = error instanceof OperatorError ? error.cause : error;
  return DISK_FULL.includes(errorCode(reason) ?? '');
}

/** Gives an error that tells the operator how much room is missing, if a full disk ended the import; else `reason`. */
export async function explainFullDisk(reason: unknown, unfinished: UnfinishedImport): Promise<unknown> {
  if (!isFullDisk(reason)) return reason;
  const { mediaDir, filesDone, filesTotal, remainingBytes, records } = unfinished;
  const neededBytes = remainingBytes * renderedPart(records);
  const disk = await statfs(mediaDir);
  const freeBytes = disk.bavail * disk.bsize;
  const missingBytes = Math.max(neededBytes - freeBytes, MISSING_BYTES_MIN);
  return new OperatorError(
    `The disk that holds ${mediaDir} is full: ${filesDone} of ${filesTotal} files are done, the others need about ` +
      `${inWords(neededBytes)} and ${inWords(freeBytes)} are free.`,
    `Free about ${inWords(missingBytes)} there, or set DATA_DIR to a folder on a larger disk. Then run \`onde import\` ` +
      'again: it goes on where it stopped. Your own files have not been touched.',
    { cause: reason },
  );
}

/** Returns the rendered bytes for each byte of a source so far. */
function renderedPart(records: Iterable<MediaRecord>): number {
  let rendered = 0;
  let source = 0;
  for (const { placements, sizeBytes } of records) {
    const [placement] = placements;
    if (!placement) continue;
    rendered += sizeBytes;
    source += placement.sizeBytes;
  }
  return source > 0 ? rendered / source : USUAL_PART;
}

function inWords(bytes: number): string {
  return bytes >= 1e9 ? `${(bytes / 1e9).toFixed(1)} GB` : `${Math.ceil(bytes / 1e6)} MB`;
}
