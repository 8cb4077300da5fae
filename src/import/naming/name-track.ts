import { basename } from 'node:path';
import { fullTitle, splitFullTitle } from '#src/contract/full-title.ts';
import { TRACK_NAME_MAX } from '#src/contract/limits.ts';

/** Names in the tags of a file; null where they name none. */
export interface Tags {
  artist: string | null;
  title: string | null;
}

export interface Names {
  artist: string;
  title: string;
}

/**
 * Names a track by its tags, and by the file's name where they name nothing. The artist is what comes before
 * the first ` - ` of both [R27].
 */
export function nameTrack(path: string, tags: Tags): Names {
  const fromName = titleFromFileName(basename(path));
  const full = fullTitle(tags.artist ?? fromName.artist, tags.title ?? fromName.title);
  const { artist, title } = splitFullTitle(full);
  return shortened(title === '' ? { artist: '', title: full } : { artist, title });
}

/** Cuts an artist and a title to what pages, players and both databases take [R210]. */
export function shortened({ artist, title }: Names): Names {
  return { artist: cutName(artist), title: cutName(title) };
}

/** Cuts a name behind the last whole word that it has room for, never within a sign that a person sees as one. */
function cutName(name: string): string {
  if (Array.from(name).length <= TRACK_NAME_MAX) return name;
  let kept = '';
  let length = 1;
  for (const { segment } of new Intl.Segmenter('und', { granularity: 'grapheme' }).segment(name)) {
    length += Array.from(segment).length;
    if (length > TRACK_NAME_MAX) break;
    kept += segment;
  }
  const words = kept.replace(/\s+\S*$/u, '');
  const isWord = words.length >= kept.length * LAST_WORD_FROM;
  return `${(isWord ? words : kept).trimEnd()}…`;
}

/** Share of a cut name from which on it ends with a whole word: some scripts have no spaces. */
const LAST_WORD_FROM = 0.75;

/** Track number as players write it, `01 - ` or `01. `; only where an artist and a title follow. */
const TRACK_NUMBER = /^\d{1,3}(?:\.|\s[-–—])\s(?=.*\s[-–—]\s)/;

/**
 * Returns artist and title of a file without tags: `Artist - Title.flac`, else the title alone. `_` is
 * written for `/`, which no file name can hold (docs/station.md).
 */
function titleFromFileName(fileName: string): { artist: string; title: string } {
  const stem = cleanName(fileName.replace(/\.[^.]{1,5}$/, ''));
  // Programs that write no spaces at all.
  const isUnspaced = !stem.includes(' ') && stem.includes('_-_');
  const name = cleanName(stem.replaceAll('_', isUnspaced ? ' ' : '/')).replace(TRACK_NUMBER, '');
  const { artist, title } = splitFullTitle(name.includes(' - ') ? name : name.replace(/\s[–—]\s/, ' - '));
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
