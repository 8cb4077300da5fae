import { DEFAULT_LANGUAGE, isLanguage } from '#src/contract/languages.ts';
import { DRAWINGS_A_SECOND, DRAWINGS_AT_ONCE, MEDIA_KEPT_SECONDS } from '#src/contract/limits.ts';
import { memberTag } from '#src/contract/page-tags.ts';
import type { Logger } from '#src/platform/log/logger.ts';
import { Outage } from '#src/platform/log/outage.ts';
import { CallerBuckets } from '#src/platform/rate-limit/token-buckets.ts';
import type { Settings } from '#src/platform/settings/settings.ts';
import { slugOfMediaFile } from '#src/station/media-addresses.ts';
import { movedAnswer, plainAnswer } from '#src/web/answers/plain-answer.ts';
import { LettersUnavailable } from '#src/web/lettering/font-case.ts';
import { Lettering } from '#src/web/lettering/lettering.ts';
import { type Draw, lineOf, sendDrawn } from '#src/web/media/drawn-images.ts';
import { nameTags } from '#src/web/pages/page-tags.ts';
import { drawSharePicture } from './share-picture.ts';
import { type ShareSubject, SUBJECTS, type SubjectServices } from './share-subject.ts';

const CACHE_CONTROL = `public, max-age=${MEDIA_KEPT_SECONDS}, stale-while-revalidate=604800`;
/** For a picture without its words: they come once the disk can be written again. */
const WORDLESS_CACHE_CONTROL = 'public, max-age=60';
const WORDLESS = { write: async () => null };
/** Part of the cached name: raised when what surrounds words and cover changes. */
const EDITION = 'share-5';

/**
 * Answers `/og/{kind}/{slug}.png` [W72]: what stands beside a shared link. The words of a stream are in
 * `?lang=`.
 */
export function shareImageAnswers(
  services: Omit<SubjectServices, 'caller'> & {
    readonly logger: Logger;
    readonly settings: Pick<Settings, 'pagePurge'>;
  },
) {
  const lettering = new Lettering(services.folder.fonts);
  const { clock, logger } = services;
  const letters = new Outage({
    clock,
    logger,
    words: {
      gone: 'letters for shared pictures cannot be unpacked, and the pictures have no words: free the disk of DATA_DIR, and check the rights there',
      back: 'shared pictures have their words again',
    },
  });
  const drawings = new CallerBuckets({ perSecond: DRAWINGS_A_SECOND, burst: DRAWINGS_AT_ONCE, clock });
  return async (request: Request, kind: string, name: string, peer: string): Promise<Response> => {
    const asked = new URL(request.url).searchParams.get('lang');
    const language = isLanguage(asked) ? asked : DEFAULT_LANGUAGE;
    const findSubject = Object.hasOwn(SUBJECTS, kind) ? SUBJECTS[kind] : undefined;
    const subject = (await findSubject?.(name, { ...services, caller: peer }, language)) ?? null;
    if (subject === null) return plainAnswer(404, 'Not found');
    if (subject.slug !== undefined && subject.slug !== slugOfMediaFile(name))
      return movedAnswer(request, `/og/${kind}/${encodeURIComponent(subject.slug)}.png`);
    const drawnFrom = [EDITION, ...wordsOf(subject), subject.colour, subject.coverName];
    const { images } = services;
    const find = (from: readonly string[], draw: Draw, begin?: () => void) =>
      subject.isMembers
        ? images.findPassing(from, 'png', draw, lineOf(peer), begin)
        : images.find(from, 'png', draw, lineOf(peer), begin);
    const drawWhole: Draw = async (sharp) => {
      const drawn = await drawSharePicture(sharp, lettering, subject);
      letters.worked();
      return drawn;
    };
    // Not for one that is being drawn already: a link that many see at once is one picture.
    const takeDrawing = () => {
      const waitMs = drawings.take(peer);
      if (waitMs !== null) throw new TooManyDrawings(waitMs);
    };
    const found = await find(drawnFrom, drawWhole, takeDrawing).then(
      (picture) => ({ picture, cacheControl: CACHE_CONTROL }),
      async (error: unknown) => {
        if (error instanceof TooManyDrawings) return error;
        if (!(error instanceof LettersUnavailable)) throw error;
        letters.failed(error.message);
        const picture = await find([...drawnFrom, 'wordless'], (sharp) =>
          drawSharePicture(sharp, WORDLESS, subject),
        );
        return { picture, cacheControl: WORDLESS_CACHE_CONTROL };
      },
    );
    if (found instanceof TooManyDrawings)
      return plainAnswer(429, 'Too many new pictures at once. Please try again in a moment.', {
        'retry-after': String(Math.ceil(found.waitMs / 1000)),
      });
    const { picture, cacheControl } = found;
    const answer = await sendDrawn(request, picture, { contentType: 'image/png', cacheControl });
    answer?.headers.set('access-control-allow-origin', '*');
    // It says a name that may be given up, and is kept for a day.
    if (answer && kind === 'member' && services.settings.pagePurge !== null)
      nameTags(answer.headers, [memberTag(name)]);
    return answer ?? plainAnswer(404, 'Not found');
  };
}

class TooManyDrawings extends Error {
  override readonly name = 'TooManyDrawings';
  readonly waitMs: number;

  constructor(waitMs: number) {
    super(`no drawing for ${waitMs} ms`);
    this.waitMs = waitMs;
  }
}

function wordsOf({ note, title, line, station }: ShareSubject): string[] {
  return [note, title, line, station];
}
