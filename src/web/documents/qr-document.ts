import { encodeQR } from 'qr';
import { isLanguage } from '#src/contract/languages.ts';
import { SITE_KEPT_SECONDS } from '#src/contract/limits.ts';
import { isStreamId } from '#src/contract/streams.ts';
import { homePath } from '#src/page/address/paths.ts';
import { documentAnswer } from '#src/web/answers/document.ts';
import { plainAnswer } from '#src/web/answers/plain-answer.ts';

/** Modules of empty ground around the code, as ISO/IEC 18004 asks for. */
const QUIET_ZONE = 4;

/**
 * `/qr/{language}/{stream}.svg` [W102]: the address of a stream's page, for a telephone's camera. Black on
 * white whatever the theme: many cameras read nothing else.
 */
export async function qrDocument(
  request: Request,
  { language, streamId, origin }: { language: string; streamId: string; origin: string },
): Promise<Response> {
  if (!isLanguage(language) || !isStreamId(streamId)) return plainAnswer(404, 'Not found');
  const modules = encodeQR(`${origin}${homePath(language, streamId)}`, 'raw', {
    ecc: 'medium',
    border: QUIET_ZONE,
  });
  return documentAnswer(request, drawn(modules), {
    contentType: 'image/svg+xml; charset=utf-8',
    cacheControl: `public, max-age=${SITE_KEPT_SECONDS}`,
  });
}

/** One path, a rectangle for each run of dark modules in a row. */
function drawn(modules: readonly (readonly boolean[])[]): string {
  const size = modules.length;
  const runs = modules.flatMap((row, y) => {
    const marks = row.map((isDark) => (isDark ? '1' : '0')).join('');
    return Array.from(
      marks.matchAll(/1+/g),
      ({ index, 0: run }) => `M${index} ${y}h${run.length}v1h-${run.length}z`,
    );
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${runs.join('')}"/></svg>\n`;
}
