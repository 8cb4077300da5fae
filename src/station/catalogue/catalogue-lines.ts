import { type MediaRecord, mediaRecordSchema } from './media-record.ts';

const NEWLINE = 0x0a;

export function formatCatalogueLine(record: MediaRecord): string {
  return `${JSON.stringify(record)}\n`;
}

/**
 * Cuts appended bytes into records, whatever pieces they come in. A line that is not a record is left out: a crash tore
 * it off, and the importer renders that file again because no record names it.
 */
export class CatalogueLines {
  #rest: Buffer = Buffer.alloc(0);

  /** The records of all lines that `bytes` completes. */
  push(bytes: Buffer): MediaRecord[] {
    const all = this.#rest.length > 0 ? Buffer.concat([this.#rest, bytes]) : bytes;
    const end = all.lastIndexOf(NEWLINE) + 1;
    this.#rest = Buffer.from(all.subarray(end));
    const records: MediaRecord[] = [];
    for (const line of all.toString('utf8', 0, end).split('\n')) {
      const record = line === '' ? null : parseLine(line);
      if (record) records.push(record);
    }
    return records;
  }
}

function parseLine(line: string): MediaRecord | null {
  try {
    return mediaRecordSchema.safeParse(JSON.parse(line)).data ?? null;
  } catch {
    return null;
  }
}
