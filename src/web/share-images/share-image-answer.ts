import { DEFAULT_LANGUAGE, isLanguage } from '#src/contract/languages.ts';
import { addressKey } from '#src/platform/rate-limit/address-key.ts';
import { TokenBuckets } from '#src/platform/rate-limit/token-buckets.ts';
import { plainAnswer } from '#src/web/answers/plain-answer.ts';
import { sendFile } from '#src/web/answers/send-file.ts';
import { Lettering } from '#src/web/lettering/lettering.ts';
import { drawSharePicture } from './share-picture.ts';
import { type ShareSubject, SUBJECTS, type SubjectServices } from './share-subject.ts';

const CACHE_CONTROL = 'public, max-age=86400, stale-while-revalidate=604800';
/** Part of the cached name: raised when what surrounds words and cover changes. */
const EDITION = 'share-4';
/** New pictures that one address may have drawn: each takes a core for a fifth of a second. */
const DRAWINGS = { perSecond: 1, burst: 20 };

/** Answers `/og/{kind}/{slug}.png` [W72]: what stands beside a shared link. The words of a stream are in `?lang=`. */
export function shareImageAnswers(services: SubjectServices) {
  const lettering = new Lettering(services.folder.cache);
  const drawings = new TokenBuckets({ ...DRAWINGS, clock: services.clock });
  return async (request: Request, kind: string, name: string, peer: string): Promise<Response> => {
    const asked = new URL(request.url).searchParams.get('lang');
    const language = isLanguage(asked) ? asked : DEFAULT_LANGUAGE;
    const find = Object.hasOwn(SUBJECTS, kind) ? SUBJECTS[kind] : undefined;
    const subject = (await find?.(name, services, language)) ?? null;
    if (subject === null) return plainAnswer(404, 'Not found');
    const drawnFrom = [EDITION, ...wordsOf(subject), subject.colour, subject.coverName];
    if (!(await services.images.isDrawn(drawnFrom, 'png'))) {
      const waitMs = drawings.take(addressKey(peer));
      if (waitMs !== null)
        return plainAnswer(429, 'Too many new pictures at once. Please try again in a moment.', {
          'retry-after': String(Math.ceil(waitMs / 1000)),
        });
    }
    const path = await services.images.path(drawnFrom, 'png', (sharp) =>
      drawSharePicture(sharp, lettering, subject),
    );
    const answer = await sendFile(request, path, { contentType: 'image/png', cacheControl: CACHE_CONTROL });
    answer?.headers.set('access-control-allow-origin', '*');
    return answer ?? plainAnswer(404, 'Not found');
  };
}

function wordsOf({ note, title, line, station }: ShareSubject): string[] {
  return [note, title, line, station];
}
