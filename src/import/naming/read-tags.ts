import { type IAudioMetadata, type ITag, selectCover } from 'music-metadata';
import { withoutHtmlSigns } from '#src/station/html-signs.ts';
import { readMetadata } from '#src/station/read-metadata.ts';
import { repairTagTexts } from '#src/station/tag-texts.ts';
import { cleanName, type Tags } from './name-track.ts';

/**
 * Reads the names in the tags of a file; null where they name none. Tags that cannot be read count as none.
 * @throws as readMetadata does
 */
export async function readTags(path: string): Promise<Tags> {
  const metadata = await readMetadata(path, { duration: false, skipCovers: true });
  if (metadata === null) return { artist: null, title: null };
  const [artist = '', title = ''] = repairTagTexts([artistIn(metadata), titleIn(metadata)]);
  return { artist: named(artist), title: named(title) };
}

/** Reads the picture inside a file, its front cover when there are several; null without one. Throws as readMetadata does. */
export async function readPicture(path: string): Promise<Uint8Array | null> {
  const metadata = await readMetadata(path, { duration: false, skipCovers: false });
  return selectCover(metadata?.common.picture)?.data ?? null;
}

/** Returns the title; of two tags of one kind that of the first, whose artist it is. */
function titleIn({ common, native }: IAudioMetadata): string {
  const title = chosen(common.title, native, isTitle);
  const tag = Object.values(native).find((tags) => tags.some((one) => isTitle(one) && one.value === title));
  const first = tag?.find((one) => isTitle(one) && one.value !== '')?.value;
  return typeof first === 'string' ? first : title;
}

/**
 * Returns the artist as the tag has it, with all who are named there; '' without one. Of several tags that of
 * the library's choice counts.
 */
function artistIn({ common, native, quality }: IAudioMetadata): string {
  const artist = chosen(common.artist, native, isArtist);
  for (const [type, tags] of Object.entries(native)) {
    const from = tags.findIndex(isArtist);
    // Only those that follow each other: a file may have two tags of one kind.
    const after = tags.findIndex((tag, at) => at > from && !isArtist(tag));
    const names = tags.slice(Math.max(0, from), after < 0 ? undefined : after).map(({ value }) => value);
    if (from < 0 || names[0] !== artist) continue;
    const different = [...new Set(names.map(String))].filter((name) => name !== '');
    const arePartedByNul = quality.warnings.some(({ message }) => NUL_WARNING.test(message));
    // These split names at each `/` by their standard, and no program means AC/DC to be two.
    if (SPLITS_AT_SLASH.has(type) && !arePartedByNul) return different.join('/');
    // The first stays the main artist, on whose page the track is and whose tracks are kept apart.
    const [main = '', ...guests] = different;
    const last = guests.pop();
    if (last === undefined) return main;
    return `${main} feat. ${guests.length > 0 ? `${guests.join(', ')} & ${last}` : last}`;
  }
  return artist;
}

/** Returns the library's choice; where that is blank, what another tag of the file names. */
function chosen(choice = '', native: IAudioMetadata['native'], isMeant: (tag: ITag) => boolean): string {
  if (isSeen(cleanName(choice))) return choice;
  const texts = Object.values(native).flatMap((tags) =>
    tags.filter(isMeant).map(({ value }) => String(value)),
  );
  return texts.find((text) => isSeen(cleanName(text))) ?? '';
}

function isTitle({ id, value }: ITag): boolean {
  return TITLE_KEYS.has(id.toUpperCase()) && typeof value === 'string';
}

function isArtist({ id, value }: ITag): boolean {
  return ARTIST_KEYS.has(id.toUpperCase()) && typeof value === 'string';
}

/** Names of the fields: Vorbis and APE, ID3 from 2.3 on, ID3 2.2, MP4. */
const ARTIST_KEYS = new Set(['ARTIST', 'TPE1', 'TP1', '©ART']);
const TITLE_KEYS = new Set(['TITLE', 'TIT2', 'TT2', '©NAM']);
const SPLITS_AT_SLASH = new Set(['ID3v2.3', 'ID3v2.2']);
/** What the library says of names in them that are parted as in ID3 2.4, and not at each `/`. */
const NUL_WARNING = /\bTPE?1\b.*null-separator/;

function named(text: string): string | null {
  const name = cleanName(withoutHtmlSigns(text));
  return isSeen(name) ? name : null;
}

/** Whether a name shows anything: blanks of Braille and of Hangul are no names, however they count. */
function isSeen(name: string): boolean {
  return /[^\s\p{Cf}\p{Mn}\p{Me}\p{Default_Ignorable_Code_Point}\u2800]/u.test(name);
}
