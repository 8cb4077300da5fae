import { randomUUID } from 'node:crypto';
import { isIP } from 'node:net';
import type { Language } from '#src/contract/languages.ts';
import { databaseOutage } from '#src/db/database-outage.ts';
import { DatabaseUnavailable } from '#src/db/errors/database-unavailable.ts';
import { requestLanguage } from '#src/i18n/negotiation/request-language.ts';
import { systemClock } from '#src/platform/clock/clock.ts';
import type { Logger } from '#src/platform/log/logger.ts';
import type { Outage } from '#src/platform/log/outage.ts';
import type { LimitCounter } from '#src/platform/rate-limit/rate-limits.ts';
import type { WireTable } from '#src/platform/wire/endpoint.ts';
import { WireError } from '#src/platform/wire/wire-error.ts';
import { failureAnswer } from './failure-answer.ts';
import { allowedMethods, findMethod, findMethods } from './find-method.ts';
import { readBody } from './read-body.ts';
import { readParameters } from './read-parameters.ts';
import type { WireAnswer, WireRequest } from './wire-exchange.ts';

const NEVER_STORED = 'no-store';
/** About what a database takes to restart. */
const RETRY_AFTER_SECONDS = 5;

/** The one way to an endpoint: every rule of the envelope holds for every endpoint of the table. */
export class WireDoor {
  readonly #table: WireTable;
  readonly #logger: Logger;
  readonly #limits: LimitCounter;
  readonly #database: Outage;

  constructor(options: { table: WireTable; logger: Logger; limits: LimitCounter; database?: Outage }) {
    this.#table = options.table;
    this.#logger = options.logger;
    this.#limits = options.limits;
    this.#database = options.database ?? databaseOutage({ clock: systemClock, logger: options.logger });
  }

  /** Answers any call; never throws. */
  async answer(request: WireRequest): Promise<WireAnswer> {
    const language = requestLanguage((name) => request.headers.get(name));
    const answer = await this.#run(request, language).catch((error: unknown) =>
      this.#failure(error, request, language),
    );
    return {
      ...answer,
      headers: {
        'cache-control': NEVER_STORED,
        'content-language': language,
        vary: 'Accept-Language, X-Language',
        ...answer.headers,
      },
    };
  }

  async #run(request: WireRequest, language: Language): Promise<WireAnswer> {
    const parameters = readParameters(request.search);
    if (request.method === 'OPTIONS') {
      const allow = allowedMethods(findMethods(this.#table, parameters)).join(', ');
      return { status: 204, headers: { allow }, body: null };
    }
    const method = findMethod(this.#table, request.method, parameters);
    const { headers } = request;
    const reading = request.method === 'GET' || request.method === 'HEAD';
    const reply = await method.handle({
      query: parameters,
      emptyParameters: new Set([...request.search.keys()].filter((name) => !Object.hasOwn(parameters, name))),
      body: null,
      readBody: async () => (reading ? undefined : readBody(headers, request.body)),
      language,
      address: request.address,
      token: bearerToken(headers.get('authorization')),
      clientKey: headers.get('x-api-key'),
      userAgent: headers.get('user-agent') ?? '',
      cookies: headers.get('cookie') ?? '',
      limits: this.#limits,
    });
    const { keptSeconds } = method;
    const cached = keptSeconds === null ? {} : { 'cache-control': `public, max-age=${keptSeconds}` };
    return { status: 200, headers: { ...cached, ...reply.headers }, body: reply.body };
  }

  /** The error itself is for the log alone; the caller gets an id to name it by [W14]. */
  #failure(error: unknown, request: WireRequest, language: Language): WireAnswer {
    if (error instanceof WireError && error.status < 500) return failureAnswer(error, language);
    const requestId = randomUUID();
    const endpoint = request.search.get('endpoint')?.slice(0, 50);
    const addressHint = statedAddress(request.headers);
    const about = { requestId, endpoint, method: request.method, addressHint };
    const told = toldFailure(error);
    // What is away for the moment is no slip of ours, and told once, not by each call.
    if (error instanceof DatabaseUnavailable) this.#database.failed(error.message);
    if (told.status === 503)
      this.#logger.debug({ code: told.code, ...about }, 'a call could not be answered for the moment');
    else
      this.#logger.error(
        { err: error, ...about },
        'the web process failed over a call: please report this error',
      );
    const answer = failureAnswer(told, language);
    return { ...answer, headers: { ...answer.headers, 'x-request-id': requestId } };
  }
}

function toldFailure(error: unknown): WireError {
  if (error instanceof WireError) return error;
  if (error instanceof DatabaseUnavailable)
    return new WireError('unavailable', { retryAfterSeconds: RETRY_AFTER_SECONDS });
  return new WireError('internal_error');
}

/** The address that the client claims (`X-User-IP`) [W8]: it only helps to find its call in the log. */
function statedAddress(headers: Headers): string | undefined {
  const stated = headers.get('x-user-ip') ?? '';
  return isIP(stated) === 0 ? undefined : stated;
}

function bearerToken(authorization: string | null): string | null {
  return /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1] ?? null;
}
