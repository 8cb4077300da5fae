import type { MediaKind, Placement } from '#src/station/catalogue/media-record.ts';

/** A file of the station folder that stands where audio is expected. */
export interface SourceFile extends Placement {
  absolutePath: string;
  kind: MediaKind;
}
