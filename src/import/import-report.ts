export interface SkippedFile {
  /** From the station folder. */
  path: string;
  /** Completes the sentence that the path begins. */
  reason: string;
  /** Size and time of a file that stays refused until they change: the same reason of another file is news. */
  state?: string;
}

export interface ImportReport {
  /** Files in the station folder at the end. */
  files: number;
  unchanged: number;
  rendered: number;
  /** Rendered again, since an earlier version had rendered it in another way. */
  renewed: number;
  /** Audio that was rendered before: renamed, copied or tagged anew. */
  filed: number;
  /** Files that were taken out of rotation because they are gone. */
  removed: number;
  skipped: SkippedFile[];
  /** Remarks on files that are played all the same. */
  remarks: SkippedFile[];
  /** Whether the disk or the network kept files out for the moment. */
  isToBeTriedAgain: boolean;
  seconds: number;
}

export function emptyReport(): ImportReport {
  return {
    files: 0,
    unchanged: 0,
    rendered: 0,
    renewed: 0,
    filed: 0,
    removed: 0,
    skipped: [],
    remarks: [],
    isToBeTriedAgain: false,
    seconds: 0,
  };
}

export interface ImportProgress {
  filesDone: number;
  filesTotal: number;
  /** The file just finished; null at the start. */
  path: string | null;
}
