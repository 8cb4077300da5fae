/** How far a file that only grows has been taken into the database. */
export interface DrainOffsetsTable {
  /** File name: `2026-11-21.jsonl`, `catalogue.jsonl`. */
  file: string;
  /** Digest of its first line: another data folder's file of the same name is another file. */
  head: string;
  offset_bytes: number;
  /** Digest of what stands right before it: a file that was rewritten starts over. */
  mark: string;
}
