import { access, constants } from 'node:fs/promises';
import type { IAudioMetadata, IChapter } from 'music-metadata';
import { z } from 'zod';
import { AudioSourceError } from '#src/audio/codec/audio-source-error.ts';
import { hashAudio } from '#src/audio/codec/packet-hash.ts';
import { errorCode } from '#src/platform/errors/error-code.ts';
import { explainAudioError } from '#src/station/explain-audio-error.ts';
import { faultOf, unreadNow } from '#src/station/folder/entry-fault.ts';
import { withoutHtmlSigns } from '#src/station/html-signs.ts';
import { readMetadata } from '#src/station/read-metadata.ts';
import { repairTagTexts } from '#src/station/tag-texts.ts';
import type { Chapter, EpisodeFinding, ExaminerReply } from './episode-finding.ts';

/** The process behind EpisodeExaminer: says that it is ready, then answers each path with what it found. */
const requestSchema = z.object({ path: z.string() });

process.on('disconnect', () => process.exit());
process.on('message', async (message) => {
  reply({ type: 'found', finding: await examineEpisode(requestSchema.parse(message).path) });
});
reply({ type: 'ready' });

function reply(words: ExaminerReply): void {
  process.send?.(words);
}

/** Reads an episode's file from end to end, and blocks meanwhile. */
async function examineEpisode(path: string): Promise<EpisodeFinding> {
  try {
    await access(path, constants.R_OK);
    const { id: hash, seconds: durationSeconds } = hashAudio(path, { isWhole: true });
    if (durationSeconds <= 0) return { fault: 'has no sound in it', isLasting: true };
    return { hash, durationSeconds, ...(await readTags(path)) };
  } catch (error) {
    if (!(error instanceof AudioSourceError)) return await failure(error, path);
    return await explainAudioError(error, path).then(
      ({ fault, message }) => ({
        fault: message,
        isLasting: fault !== 'unreadable',
        isCutOff: fault === 'cut-off',
      }),
      (reason: unknown) => failure(reason, path),
    );
  }
}

/** @throws what is no error of the system */
async function failure(error: unknown, path: string): Promise<EpisodeFinding> {
  if (!(error instanceof Error) || errorCode(error) === null) throw error;
  const { fault, kind } = await faultOf(error, path);
  if (kind !== 'passing') return { fault, isLasting: false };
  return { fault: unreadNow(error.message), isLasting: false, isPassing: true };
}

/**
 * Reads the tags of a file; those that cannot be read count as none.
 * @throws as readMetadata does
 */
async function readTags(path: string) {
  const options = { duration: false, skipCovers: true };
  // Chapters that cannot be read have the library give up all the rest.
  const metadata =
    (await readMetadata(path, { ...options, includeChapters: true })) ?? (await readMetadata(path, options));
  const { title = '', description, comment } = metadata?.common ?? {};
  const chapters = (metadata?.format.chapters ?? []).flatMap(chapterOf);
  // Those with a descriptor are figures of a program: its levels, its gaps.
  const words = comment?.find(({ descriptor = '' }) => descriptor === '')?.text;
  const texts = [title, description?.[0] ?? words ?? '', ...chapters.map((one) => one.title)];
  const [repairedTitle = '', repairedDescription = '', ...chapterTitles] = repairTagTexts(texts);
  return {
    title: withoutHtmlSigns(repairedTitle).trim(),
    description: repairedDescription.trim(),
    date: metadata === null ? '' : dateOf(metadata),
    chapters: chapters.map((chapter, at) => ({
      ...chapter,
      title: withoutHtmlSigns(chapterTitles[at] ?? '').trim(),
    })),
  };
}

/** Returns the first whole date of a tag. ID3v2.3 has year and day apart (id3.org/id3v2.3.0, TYER and TDAT). */
function dateOf({ common, native }: IAudioMetadata): string {
  const { date = '', releasedate = '' } = common;
  const apart = [...(native['ID3v2.3'] ?? []), ...(native['ID3v2.2'] ?? [])];
  const textOf = (...ids: string[]) => String(apart.find(({ id }) => ids.includes(id))?.value ?? '').trim();
  const [, day, month] = /^(\d{2})(\d{2})$/.exec(textOf('TDAT', 'TDA')) ?? [];
  const year = textOf('TYER', 'TYE');
  const dates = [releasedate.trim(), date.trim(), year, `${year}-${month}-${day}`];
  return dates.find((text) => /^\d{4}-\d{2}-\d{2}/.test(text)) ?? '';
}

function chapterOf({ start, timeScale = 1, title }: IChapter): Chapter[] {
  const startSeconds = start / timeScale;
  return Number.isFinite(startSeconds) && startSeconds >= 0 ? [{ startSeconds, title }] : [];
}
