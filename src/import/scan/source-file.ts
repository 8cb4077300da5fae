import type { MediaKind, Placement } from '#src/station/catalogue/media-record.ts';

/** A picture beside music: the cover of what brings none. */
export interface FolderPicture {
  absolutePath: string;
  /** Tells it from any other, also from the same one as it was before. */
  stamp: string;
}

/** A file of the station folder that stands where audio is expected. */
export interface SourceFile extends Placement {
  absolutePath: string;
  kind: MediaKind;
  /** Null for what is no track. */
  picture: FolderPicture | null;
}
