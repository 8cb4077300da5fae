import { basename } from 'node:path';
import { fullTitle, splitFullTitle } from '#src/contract/full-title.ts';

/** Names in the tags of a file; null where they name none. */
export interface Tags {
  artist: string | null;
  title: string | null;
}

/**
 * Names a track by its tags, and by the file's name where they name nothing. The artist is what comes before
 * the first ` - ` of both [R27].
 */
export function nameTrack(path: string, tags: Tags): { artist: string; title: string } {
  const fromName = titleFromFileName(basename(path));
  const full = fullTitle(tags.artist ?? fromName.artist, tags.title ?? fromName.title);
  const { artist, title } = splitFullTitle(full);
  return title === '' ? { artist: '', title: full } : { artist, title };
}

/** Track number as players write it, `01 - ` or `01. `; only where an artist and a title follow. */
const TRACK_NUMBER = /^\d{1,3}(?:\.|\s+-)\s+(?=.* - )/;

/**
 * Returns artist and title of a file without tags: `Artist - Title.flac`, else the title alone. `_` is
 * written for `/`, which no file name can hold (docs/station.md).
 */
function titleFromFileName(fileName: string): { artist: string; title: string } {
  const stem = fileName.replace(/\.[^.]{1,5}$/, '');
  const name = cleanName(stem.replace(TRACK_NUMBER, '').replaceAll('_', '/'));
  const { artist, title } = splitFullTitle(name);
  return title === '' ? { artist: '', title: name } : { artist, title };
}

/**
 * Joiners at an end of a word, with the space around them. A search begins at the first of a row, so that a long
 * one is read once.
 */
const JOINERS_OUTSIDE = /(?:^|\s)(?:\s|\u200c|\u200d)*|(?<!\u200c|\u200d)(?:\u200c|\u200d)+(?=\s|$)/gu;

/**
 * Makes one line of text without control characters, in the composed form of Unicode. Joiners stay within a
 * word.
 */
export function cleanName(text: string): string {
  return text
    .normalize('NFC')
    .replace(/(?:(?!\u200c|\u200d)\p{C})+/gu, ' ')
    .replace(JOINERS_OUTSIDE, (space) => (/\s/u.test(space) ? ' ' : ''))
    .replace(/\s+/gu, ' ')
    .trim();
}
