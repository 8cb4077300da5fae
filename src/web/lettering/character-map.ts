/** What a font that FreeType reads (sfnt) says of itself in its table `cmap`. */
const TABLE = 'cmap';
const HEADER_BYTES = 12;
const TABLE_RECORD_BYTES = 16;
const ENCODING_RECORD_BYTES = 8;
const GROUP_BYTES = 12;

/**
 * The characters that a font has a glyph for.
 * @param font bytes of a TrueType or OpenType file
 * @throws {RangeError} when the file is cut off
 * @see https://learn.microsoft.com/en-us/typography/opentype/spec/cmap
 */
export function charactersOf(font: Uint8Array): ReadonlySet<number> {
  const view = new DataView(font.buffer, font.byteOffset, font.byteLength);
  const found = new Set<number>();
  const start = tableAt(view);
  if (start === null) return found;
  const count = view.getUint16(start + 2);
  for (let index = 0; index < count; index++) {
    const record = start + 4 + index * ENCODING_RECORD_BYTES;
    const at = start + view.getUint32(record + 4);
    const format = view.getUint16(at);
    if (format === 4) addSegments(view, at, found);
    if (format === 12) addGroups(view, at, found);
  }
  return found;
}

function tableAt(view: DataView): number | null {
  const count = view.getUint16(4);
  for (let index = 0; index < count; index++) {
    const record = HEADER_BYTES + index * TABLE_RECORD_BYTES;
    const tag = String.fromCharCode(...[0, 1, 2, 3].map((at) => view.getUint8(record + at)));
    if (tag === TABLE) return view.getUint32(record + 8);
  }
  return null;
}

/** Format 4: segments of the first 65,536 characters, each with a shift or a list of glyphs. */
function addSegments(view: DataView, at: number, found: Set<number>): void {
  const doubled = view.getUint16(at + 6);
  const ends = at + 14;
  const starts = ends + doubled + 2;
  const deltas = starts + doubled;
  const offsets = deltas + doubled;
  for (let index = 0; index < doubled; index += 2) {
    const first = view.getUint16(starts + index);
    const last = view.getUint16(ends + index);
    const delta = view.getUint16(deltas + index);
    const offset = view.getUint16(offsets + index);
    for (let character = first; character <= last && character < 0xffff; character++) {
      const listed = offset === 0 ? 0 : view.getUint16(offsets + index + offset + (character - first) * 2);
      const glyph = offset === 0 ? character + delta : listed === 0 ? 0 : listed + delta;
      if ((glyph & 0xffff) !== 0) found.add(character);
    }
  }
}

/** Format 12: groups of any characters whose glyphs follow each other. */
function addGroups(view: DataView, at: number, found: Set<number>): void {
  const count = view.getUint32(at + 12);
  for (let index = 0; index < count; index++) {
    const group = at + 16 + index * GROUP_BYTES;
    const first = view.getUint32(group);
    const last = view.getUint32(group + 4);
    const glyph = view.getUint32(group + 8);
    for (let character = first; character <= last; character++)
      if (glyph + (character - first) !== 0) found.add(character);
  }
}
