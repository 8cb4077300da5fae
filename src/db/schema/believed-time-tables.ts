/** The table of migration 014. */
export interface BelievedTimeTables {
  believed_time: BelievedTimeTable;
}

interface BelievedTimeTable {
  /** 1: there is one row. */
  id: number;
  /** The latest time that agreed with what was written before. */
  believed_ms: number;
}
