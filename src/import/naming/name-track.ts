import { basename } from 'node:path';
import type { Tags } from './read-tags.ts';
import { titleFromFileName } from './title-from-file-name.ts';

/** Tags first; missing names come from the file's name. */
export function nameTrack(path: string, tags: Tags): { artist: string; title: string } {
  const fromName = titleFromFileName(basename(path));
  return { artist: tags.artist ?? fromName.artist, title: tags.title ?? fromName.title };
}
