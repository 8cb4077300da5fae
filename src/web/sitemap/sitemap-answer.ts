import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { HOUR_MS } from '#src/contract/durations.ts';
import { SITE_KEPT_SECONDS } from '#src/contract/limits.ts';
import type { Clock } from '#src/platform/clock/clock.ts';
import { errorCode } from '#src/platform/errors/error-code.ts';
import { replaceFile } from '#src/platform/files/replace-file.ts';
import type { Logger } from '#src/platform/log/logger.ts';
import { Outage } from '#src/platform/log/outage.ts';
import type { DataFolder } from '#src/platform/settings/data-folder.ts';
import { documentAnswer } from '#src/web/answers/document.ts';
import { plainAnswer } from '#src/web/answers/plain-answer.ts';
import { FileAway, sendFile } from '#src/web/answers/send-file.ts';
import {
  listParts,
  PAGES,
  type SitemapPart,
  type SitemapServices,
  writeIndex,
  writePart,
} from './sitemap-parts.ts';

const KEPT_MS = HOUR_MS;
/** While the disk takes nothing: each try reads the database. */
const REST_MS = 5_000;
const FILE = {
  contentType: 'application/xml; charset=utf-8',
  cacheControl: `public, max-age=${SITE_KEPT_SECONDS}`,
};
const INDEX = 'index';
/** The pages while it is not known which of them are of podcasts: nobody is to keep it. */
const EARLY_PAGES = 'pages-early';
const AWAY = 'The sitemap is not there for the moment. Please try again.';

type Write = () => AsyncIterable<string> | Iterable<string>;

/**
 * Answers `/sitemap.xml` and the parts that it lists, `/sitemaps/{name}.xml` [W104]. Each is written to a
 * file as it is read from the database, so that a large catalogue never stands in memory, and sent from there
 * for an hour; while the disk takes nothing, the one that lies there is sent for longer.
 */
export function sitemapAnswers(
  services: SitemapServices & { clock: Clock; logger: Logger; folder: DataFolder },
) {
  const { db, clock, folder, settings } = services;
  const place = join(folder.cache, 'sitemaps');
  const disk = new SitemapDisk(services);
  const written = new Map<string, { atMs: number; done: Promise<void> }>();
  const keep = async (name: string, write: Write): Promise<string> => {
    const path = join(place, `${name}.xml`);
    const known = written.get(name);
    const isKept = known !== undefined && clock.monotonicMs() - known.atMs < KEPT_MS;
    if (!isKept && disk.isResting) return path;
    const done = isKept ? known.done : writeTo(place, path, write());
    if (!isKept) written.set(name, { atMs: clock.monotonicMs(), done });
    try {
      await done;
      if (!isKept) disk.worked();
    } catch (error) {
      written.delete(name);
      disk.failed(error);
    }
    return path;
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
  const sendKept = async (request: Request, name: string, write: Write): Promise<Response | null> => {
    const path = await keep(name, write);
    const file = name === EARLY_PAGES ? { ...FILE, cacheControl: 'no-store' } : FILE;
    return sendFile(request, path, file).catch((error: unknown) => {
      disk.failed(error instanceof FileAway ? error.cause : error);
      return null;
    });
  };
  const send = async (request: Request, name: string, write: Write): Promise<Response> => {
    const answer = await sendKept(request, name, write);
    if (answer !== null) return answer;
    // Whoever empties the folder of what is kept loses nothing by it.
    written.delete(name);
    return (
      (await sendKept(request, name, write)) ??
      plainAnswer(503, AWAY, { 'retry-after': String(REST_MS / 1000) })
    );
  };
  return {
    async index(request: Request): Promise<Response> {
      const there = await parts();
      return send(request, INDEX, () => writeIndex(there, settings.origin));
    },
    async part(request: Request, name: string): Promise<Response> {
      if (!(await parts()).some((part) => part.name === name)) return plainAnswer(404, 'Not found');
      const isEarly = name === PAGES && services.content.podcasts === null;
      return send(request, isEarly ? EARLY_PAGES : name, () => writePart(services, name));
    },
  };
}

/** Tells of a disk that takes no sitemap, and when it is asked again. */
class SitemapDisk {
  readonly #clock: Clock;
  readonly #outage: Outage;
  #restsUntilMs = Number.NEGATIVE_INFINITY;

  constructor({ clock, logger }: { clock: Clock; logger: Logger }) {
    this.#clock = clock;
    this.#outage = new Outage({
      clock,
      logger,
      words: {
        gone: 'the sitemap cannot be kept, and robots get an old one or none: free the disk of DATA_DIR, and check the rights there',
        back: 'the sitemap is kept again',
      },
    });
  }

  get isResting(): boolean {
    return this.#clock.monotonicMs() < this.#restsUntilMs;
  }

  worked(): void {
    this.#outage.worked();
  }

  /** @throws what is no fault of a disk, as of a database that is away */
  failed(error: unknown): void {
    if (!(error instanceof Error && 'syscall' in error)) throw error;
    this.#restsUntilMs = this.#clock.monotonicMs() + REST_MS;
    this.#outage.failed(errorCode(error) ?? String(error));
  }
}

async function writeTo(
  place: string,
  path: string,
  content: AsyncIterable<string> | Iterable<string>,
): Promise<void> {
  await mkdir(place, { recursive: true });
  await replaceFile(path, content);
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
