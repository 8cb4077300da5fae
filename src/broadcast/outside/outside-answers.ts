import { createHmac } from 'node:crypto';
import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { answerFailure, answerJson, isAllowed } from '#src/broadcast/http/answer.ts';
import type { Exchange } from '#src/broadcast/http/exchange.ts';
import { takeBody } from '#src/broadcast/http/take-body.ts';
import { fullTitle } from '#src/contract/full-title.ts';
import { isStreamId, type StreamId } from '#src/contract/streams.ts';
import type { Clock } from '#src/platform/clock/clock.ts';
import type { Logger } from '#src/platform/log/logger.ts';
import { Outage } from '#src/platform/log/outage.ts';
import { CallerBuckets } from '#src/platform/rate-limit/token-buckets.ts';
import { isSameSecret } from '#src/platform/secrets/same-secret.ts';
import { type DataFolder, earlierAudio, mediaFiles } from '#src/platform/settings/data-folder.ts';
import { parseRange } from '#src/platform/wire/byte-range.ts';
import type { Peer } from '#src/platform/wire/peer-address.ts';
import { FIRST_RENDERING, type MediaRecord } from '#src/station/catalogue/media-record.ts';
import type { StationConfig } from '#src/station/config/station-config.ts';
import type { GivenTrack, OutsideRotation } from './outside-rotation.ts';

/** [W196] Calls of an outside playout that one address may make at once, and how many a second from then on. */
export const AUTODJ_CALLS_AT_ONCE = 40;
const AUTODJ_CALLS_A_SECOND = 2;
/** Where the audio is: `/autodj/{id}.mp3`. */
const AUTODJ_PATH = '/autodj/';
const reportSchema = z.object({ id: z.string() });
const ENDPOINT = '/api-proxy.php';
const AUDIO = /^\/autodj\/([\w-]{1,80})\.mp3$/;

interface OutsideAnswersOptions {
  /** AUTODJ_KEY. */
  key: string;
  rotation: Pick<OutsideRotation, 'next' | 'find' | 'played'>;
  config: () => StationConfig;
  folder: DataFolder;
  /** Where Onde is reached, when the call does not say. */
  origin: string;
  peerOf: (exchange: Exchange) => Pick<Peer, 'address'>;
  clock: Clock;
  logger: Logger;
}

/**
 * Answers an outside playout, such as Liquidsoap [W196, W197]. Broadcast does it itself: a station that lives on it
 * must not fall silent with the pages.
 */
export class OutsideAnswers {
  readonly #options: OutsideAnswersOptions;
  readonly #calls: CallerBuckets;
  readonly #outage: Outage;

  constructor(options: OutsideAnswersOptions) {
    const { clock, logger } = options;
    this.#options = options;
    this.#calls = new CallerBuckets({
      perSecond: AUTODJ_CALLS_A_SECOND,
      burst: AUTODJ_CALLS_AT_ONCE,
      clock,
    });
    this.#outage = new Outage({
      clock,
      logger,
      words: {
        gone: 'an outside playout gets no audio: check the disk of DATA_DIR',
        back: 'an outside playout gets its audio again',
      },
    });
  }

  /** Whether a request is for this; the answer is then given, or will be. */
  handle(exchange: Exchange): boolean {
    const { path } = exchange;
    const [, id] = AUDIO.exec(path) ?? [];
    const endpoint = path === ENDPOINT ? exchange.query.get('endpoint')?.replace(/\.php$/, '') : null;
    if (id !== undefined) this.#audio(exchange, id);
    else if (endpoint === 'next-track') this.#next(exchange);
    else if (endpoint === 'played') this.#played(exchange);
    else return false;
    return true;
  }

  #next(exchange: Exchange): void {
    if (!isAllowed(exchange, ['GET']) || !this.#mayCall(exchange)) return;
    // What is given empty counts as not given [W3].
    const asked = exchange.query.get('stream') || exchange.query.get('version');
    const streamId = asked ? this.#streamOf(asked) : null;
    if (!asked) answerFailure(exchange, 'missing_parameter');
    else if (streamId === null) answerFailure(exchange, 'stream_not_found');
    else
      this.#options.rotation.next(streamId).then(
        (given) => {
          if (given === null) answerFailure(exchange, 'track_not_found');
          else answerJson(exchange, 200, { success: true, data: this.#describe(exchange, streamId, given) });
        },
        (error: unknown) => {
          this.#options.logger.error(
            { err: error },
            'an outside playout got no track: please report this error',
          );
          answerFailure(exchange, 'unavailable');
        },
      );
  }

  #played(exchange: Exchange): void {
    if (!isAllowed(exchange, ['POST']) || !this.#mayCall(exchange)) return;
    takeBody(exchange, (body) => {
      const report = this.#options.rotation.played(exchange.query.get('id') || idOf(body));
      if (report === 'unknown') answerFailure(exchange, 'track_not_found');
      else answerJson(exchange, 200, { success: true, data: { recorded: report === 'new' } });
    });
  }

  #audio(exchange: Exchange, id: string): void {
    if (!isAllowed(exchange, ['GET', 'HEAD'])) return;
    const isSigned = isSameSecret(exchange.query.get('signature') ?? '', this.#signature(id));
    if (!isSigned && !this.#mayCall(exchange)) return;
    const found = this.#options.rotation.find(id);
    if (found === null) answerFailure(exchange, 'track_not_found');
    else this.#send(exchange, found.record).catch((error: unknown) => this.#failed(exchange, error));
  }

  /** Whether the caller has the key and has not called too often; otherwise the answer is given. */
  #mayCall(exchange: Exchange): boolean {
    const { key, peerOf } = this.#options;
    const waitMs = this.#calls.take(peerOf(exchange).address);
    if (waitMs !== null) {
      answerFailure(exchange, 'too_many_requests', { 'Retry-After': String(Math.ceil(waitMs / 1000)) });
      return false;
    }
    // A key of several words is one, too.
    const bearer = /^Bearer +(\S(?:.*\S)?) *$/i.exec(exchange.request.headers.authorization ?? '')?.[1];
    if (isSameSecret(bearer ?? exchange.query.get('key') ?? '', key)) return true;
    answerFailure(exchange, 'authentication_required', { 'WWW-Authenticate': 'Bearer realm="autodj"' });
    return false;
  }

  #streamOf(asked: string): StreamId | null {
    if (isStreamId(asked)) return asked;
    return this.#options.config().streams.find(({ version }) => version === asked)?.id ?? null;
  }

  #describe({ request }: Exchange, streamId: StreamId, { id, record }: GivenTrack) {
    const { artist, title, slug, durationMs } = record;
    const host = request.headers.host;
    const base = host === undefined ? this.#options.origin : `${this.#schemeOf(request.headers)}://${host}`;
    const uri = `${base}${AUTODJ_PATH}${id}.mp3?signature=${this.#signature(id)}`;
    const marks = Object.entries({ onde_id: id, artist, title }).map(
      ([name, text]) => `${name}=${quoted(text)}`,
    );
    return {
      id,
      stream: streamId,
      artist,
      title,
      titre: fullTitle(artist, title),
      slug,
      duration: durationMs / 1000,
      uri,
      /** As Liquidsoap takes it. */
      request: `annotate:${marks.join(',')}:${uri}`,
    };
  }

  /** It fetches the audio the way it has asked. */
  #schemeOf(headers: NodeJS.Dict<string | string[]>): string {
    return headers['x-forwarded-proto'] === 'https' ? 'https' : 'http';
  }

  /** Opens one track's audio to whoever has the address, and nothing else: addresses end up in logs. */
  #signature(id: string): string {
    return createHmac('sha256', this.#options.key).update(`audio ${id}`).digest('base64url');
  }

  async #send({ request, response }: Exchange, record: MediaRecord): Promise<void> {
    const file = await this.#open(record);
    const { size } = await file.stat();
    const part = parseRange(request.headers.range ?? null, size);
    const head = {
      'Content-Type': 'audio/mpeg',
      'Cache-Control': 'private, no-store',
      'Accept-Ranges': 'bytes',
      'X-Content-Type-Options': 'nosniff',
    };
    if (part === 'unsatisfiable' || request.method === 'HEAD') {
      await file.close();
      if (part === 'unsatisfiable')
        response.writeHead(416, { ...head, 'Content-Range': `bytes */${size}` }).end();
      else response.writeHead(200, { ...head, 'Content-Length': size }).end();
      return;
    }
    const { start, end } = part ?? { start: 0, end: size - 1 };
    response.writeHead(part === null ? 200 : 206, {
      ...head,
      'Content-Length': end - start + 1,
      ...(part !== null && { 'Content-Range': `bytes ${start}-${end}/${size}` }),
    });
    await pipeline(file.createReadStream({ start, end }), response);
    this.#outage.worked();
  }

  /** As it was rendered last, or in an earlier way while that is being replaced. */
  async #open({ id, rendering = FIRST_RENDERING }: MediaRecord) {
    const { folder } = this.#options;
    return open(mediaFiles(folder, id).audio).catch(() => open(earlierAudio(folder, id, rendering)));
  }

  #failed(exchange: Exchange, error: unknown): void {
    const { response } = exchange;
    // A playout that skips a track goes away in the middle of it.
    if (response.destroyed) return;
    this.#outage.failed(String(error));
    if (response.headersSent) response.destroy();
    else answerFailure(exchange, 'unavailable');
  }
}

/** The id of a report in its body, JSON or a form; '' without one. */
function idOf(body: string): string {
  try {
    return reportSchema.parse(JSON.parse(body)).id;
  } catch {
    return new URLSearchParams(body).get('id') ?? '';
  }
}

/** In quotes, as `annotate:` reads it. */
function quoted(text: string): string {
  return `"${text.replaceAll(/\p{Cc}+/gu, ' ').replaceAll(/["\\]/g, '\\$&')}"`;
}
