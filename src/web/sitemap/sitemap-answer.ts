import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { SITE_KEPT_SECONDS } from '#src/contract/limits.ts';
import type { Clock } from '#src/platform/clock/clock.ts';
import { replaceFile } from '#src/platform/files/replace-file.ts';
import type { DataFolder } from '#src/platform/settings/data-folder.ts';
import { documentAnswer } from '#src/web/answers/document.ts';
import { plainAnswer } from '#src/web/answers/plain-answer.ts';
import { sendFile } from '#src/web/answers/send-file.ts';
import { listParts, type SitemapPart, type SitemapServices, writeIndex, writePart } from './sitemap-parts.ts';

const KEPT_MS = 3_600_000;
const FILE = {
  contentType: 'application/xml; charset=utf-8',
  cacheControl: `public, max-age=${SITE_KEPT_SECONDS}`,
};
const INDEX = 'index';

type Write = () => AsyncIterable<string> | Iterable<string>;

/**
 * Answers `/sitemap.xml` and the parts that it lists, `/sitemaps/{name}.xml` [W104]. Each is written to a
 * file as it is read from the database, so that a large catalogue never stands in memory, and sent from there
 * for an hour.
 */
export function sitemapAnswers(services: SitemapServices & { clock: Clock; folder: DataFolder }) {
  const { db, clock, folder, settings } = services;
  const place = join(folder.cache, 'sitemaps');
  const written = new Map<string, { atMs: number; file: Promise<string> }>();
  const keep = (name: string, write: Write): Promise<string> => {
    const known = written.get(name);
    if (known !== undefined && clock.monotonicMs() - known.atMs < KEPT_MS) return known.file;
    const file = writeTo(place, name, write());
    written.set(name, { atMs: clock.monotonicMs(), file });
    file.catch(() => written.delete(name));
    return file;
  };
  let listed: { atMs: number; parts: Promise<SitemapPart[]> } | null = null;
  const parts = (): Promise<SitemapPart[]> => {
    if (listed !== null && clock.monotonicMs() - listed.atMs < KEPT_MS) return listed.parts;
    listed = { atMs: clock.monotonicMs(), parts: listParts(db) };
    listed.parts.catch(() => {
      listed = null;
    });
    return listed.parts;
  };
  const send = async (request: Request, name: string, write: Write): Promise<Response> => {
    const answer = await sendFile(request, await keep(name, write), FILE);
    if (answer !== null) return answer;
    // Whoever empties the folder of what is kept loses nothing by it.
    written.delete(name);
    return (await sendFile(request, await keep(name, write), FILE)) ?? plainAnswer(404, 'Not found');
  };
  return {
    async index(request: Request): Promise<Response> {
      const there = await parts();
      return send(request, INDEX, () => writeIndex(there, settings.origin));
    },
    async part(request: Request, name: string): Promise<Response> {
      if (!(await parts()).some((part) => part.name === name)) return plainAnswer(404, 'Not found');
      return send(request, name, () => writePart(services, name));
    },
  };
}

async function writeTo(
  place: string,
  name: string,
  content: AsyncIterable<string> | Iterable<string>,
): Promise<string> {
  const path = join(place, `${name}.xml`);
  await mkdir(place, { recursive: true });
  await replaceFile(path, content);
  return path;
}

/** Paths that are not pages, or that belong to one member alone. */
const NOT_FOR_ROBOTS = [
  '/api-proxy.php',
  '/auth/',
  '/stream/',
  '/oembed',
  '/validate-email',
  '/reset-password',
];

/** `/robots.txt` (RFC 9309). */
export function robotsDocument(request: Request, origin: string): Promise<Response> {
  const lines = [
    'User-agent: *',
    ...NOT_FOR_ROBOTS.map((path) => `Disallow: ${path}`),
    'Allow: /',
    '',
    `Sitemap: ${origin}/sitemap.xml`,
    '',
  ];
  return documentAnswer(request, lines.join('\n'), {
    contentType: 'text/plain; charset=utf-8',
    cacheControl: `public, max-age=${SITE_KEPT_SECONDS}`,
  });
}
