import { basename } from 'node:path';
import { fullTitle, splitFullTitle } from '#src/contract/titles.ts';
import type { Tags } from './read-tags.ts';
import { titleFromFileName } from './title-from-file-name.ts';

/** Tags first; missing names come from the file's name. The artist is what stands before the first ` - ` of both [R27]. */
export function nameTrack(path: string, tags: Tags): { artist: string; title: string } {
  const fromName = titleFromFileName(basename(path));
  const full = fullTitle(tags.artist ?? fromName.artist, tags.title ?? fromName.title);
  const { artist, title } = splitFullTitle(full);
  return title === '' ? { artist: '', title: full } : { artist, title };
}
