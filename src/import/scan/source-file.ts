import type { MediaKind, Placement } from '#src/station/catalogue/media-record.ts';

/** A picture beside music: the cover of tracks without one. */
export interface FolderPicture {
  absolutePath: string;
  /** Identifies the picture in its present version. */
  stamp: string;
}

/** A file of the station folder that stands where audio is expected. */
export interface SourceFile extends Placement {
  absolutePath: string;
  kind: MediaKind;
  /** When anything of it changed last, be it its rights: no program sets this time back. */
  changedMs: number;
  /** Null for other media than tracks. */
  picture: FolderPicture | null;
}
