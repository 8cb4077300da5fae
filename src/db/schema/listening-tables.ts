/** The tables of migration 010. */
export interface ListeningTables {
  listening: ListeningTable;
}

/** The sound that listeners were sent in a stretch of a few minutes, on all streams together. Nothing says to whom. */
interface ListeningTable {
  /** The key: a line of the journal that is drained again changes nothing. */
  started_ms: number;
  sent_bytes: number;
  /** How long that sound lasts. */
  heard_ms: number;
}
