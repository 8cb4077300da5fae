import { createHash } from 'node:crypto';
import { access, constants } from 'node:fs/promises';
import { type IAudioMetadata, type IChapter, parseFile } from 'music-metadata';
import { AudioSource } from '#src/audio/codec/audio-source.ts';
import { AudioSourceError } from '#src/audio/codec/audio-source-error.ts';
import type { Chapter, EpisodeFinding } from './episode-finding.ts';

const HASH_HEX_DIGITS = 32;

/** Reads an episode's file from end to end. Blocks meanwhile: it belongs into a process of its own. */
export async function examineEpisode(path: string): Promise<EpisodeFinding> {
  const isReadable = await access(path, constants.R_OK).then(
    () => true,
    () => false,
  );
  if (!isReadable)
    return { fault: 'cannot be read: give the user that runs Onde the right to', isLasting: false };
  try {
    const sound = measure(path);
    if (sound.durationSeconds <= 0) return { fault: 'has no sound in it', isLasting: true };
    const tags = await readTags(path);
    return { ...sound, ...tags };
  } catch (error) {
    if (!(error instanceof AudioSourceError)) throw error;
    return { fault: error.message, isLasting: error.fault !== 'unreadable' };
  }
}

function measure(path: string): { hash: string; durationSeconds: number } {
  using source = AudioSource.open(path);
  const hash = createHash('sha256');
  let durationSeconds = 0;
  for (const packet of source.packets()) {
    if (packet.data) hash.update(packet.data);
    durationSeconds += (Number(packet.duration) * packet.timeBase.num) / packet.timeBase.den;
  }
  return { hash: hash.digest('hex').slice(0, HASH_HEX_DIGITS), durationSeconds };
}

/** Tags that cannot be read count as none. */
async function readTags(path: string) {
  const options = { duration: false, skipCovers: true, includeChapters: true };
  const metadata: IAudioMetadata | null = await parseFile(path, options).catch(() => null);
  const { title = '', description, comment, date = '', releasedate } = metadata?.common ?? {};
  return {
    title: title.trim(),
    description: (description?.[0] ?? comment?.[0]?.text ?? '').trim(),
    date: (releasedate ?? date).trim(),
    chapters: (metadata?.format.chapters ?? []).flatMap(chapterOf),
  };
}

function chapterOf({ start, timeScale = 1, title }: IChapter): Chapter[] {
  const startSeconds = start / timeScale;
  return Number.isFinite(startSeconds) && startSeconds >= 0 ? [{ startSeconds, title: title.trim() }] : [];
}
