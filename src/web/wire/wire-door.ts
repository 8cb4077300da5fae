import type { Language } from '#src/contract/languages.ts';
import { DatabaseUnavailable, databaseOutage } from '#src/db/errors/database-errors.ts';
import { requestLanguage } from '#src/i18n/negotiation/accept-language.ts';
import { systemClock } from '#src/platform/clock/clock.ts';
import type { Logger } from '#src/platform/log/logger.ts';
import type { Outage } from '#src/platform/log/outage.ts';
import { currentRequestId } from '#src/platform/log/request-context.ts';
import { networkKey } from '#src/platform/rate-limit/address-key.ts';
import type { LimitCounter } from '#src/platform/rate-limit/rate-limits.ts';
import type { Endpoint, WireMethod, WireTable } from '#src/platform/wire/endpoint.ts';
import { entityTag, namesEtag } from '#src/platform/wire/entity-tag.ts';
import { WIRE_METHODS } from '#src/platform/wire/method-schemas.wire.ts';
import { createRequestId, REQUEST_ID_HEADER } from '#src/platform/wire/request-id.ts';
import { WireError } from '#src/platform/wire/wire-error.ts';
import { failureAnswer, publicFailure, type WireAnswer } from './failure-answer.ts';
import { readBody, readParameters } from './read-request.ts';

const NEVER_STORED = 'no-store';

/** A call as it comes in, over the network or from a page loader in the same process. */
export interface WireRequest {
  readonly method: string;
  readonly search: URLSearchParams;
  readonly headers: Headers;
  readonly body: ReadableStream<Uint8Array> | null;
  /** The real peer (src/platform/wire/peer-address.ts). */
  readonly address: string;
}

/** `/api-proxy.php` as a fetch handler. */
export async function answerWireRequest(
  door: WireDoor,
  request: Request,
  address: string,
): Promise<Response> {
  const wireRequest: WireRequest = {
    method: request.method,
    search: new URL(request.url).searchParams,
    headers: request.headers,
    body: request.body,
    address,
  };
  return wireResponse(await door.answer(wireRequest), request);
}

function wireResponse(answer: WireAnswer, request: Request): Response {
  const headers = new Headers(answer.headers);
  if (answer.body === null) return new Response(null, { status: answer.status, headers });
  const text = JSON.stringify(answer.body);
  if (headers.get('cache-control') !== 'no-store') {
    const tag = `W/${entityTag(text)}`;
    headers.set('etag', tag);
    if (namesEtag(request.headers.get('if-none-match') ?? '', tag))
      return new Response(null, { status: 304, headers });
  }
  headers.set('content-type', 'application/json; charset=utf-8');
  return new Response(request.method === 'HEAD' ? null : text, { status: answer.status, headers });
}

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
    const { parameters, unusable } = readParameters(request.search);
    if (unusable !== null && parameters.endpoint === undefined) throw unusable;
    if (request.method === 'OPTIONS') {
      const allow = allowedMethods(findMethods(this.#table, parameters)).join(', ');
      return { status: 204, headers: { allow }, body: null };
    }
    const method = findMethod(this.#table, request.method, parameters, unusable);
    const { headers } = request;
    const reading = request.method === 'GET' || request.method === 'HEAD';
    const reply = await method.handle({
      query: parameters,
      emptyParameters: new Set([...request.search.keys()].filter((name) => !Object.hasOwn(parameters, name))),
      body: null,
      readBody: async () => {
        const given = reading ? undefined : await readBody(headers, request.body);
        // Of the form [W9], as what a body says: told to those alone who may call.
        if (unusable !== null) throw unusable;
        return given;
      },
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

  /** The error itself is for the log alone; the caller gets the request's id to name it by [W14]. */
  #failure(error: unknown, request: WireRequest, language: Language): WireAnswer {
    if (error instanceof WireError && error.status < 500) return failureAnswer(error, language);
    const requestId = currentRequestId() ?? createRequestId();
    const endpoint = request.search.get('endpoint')?.slice(0, 50);
    const addressHint = statedNetwork(request.headers);
    const about = { requestId, endpoint, method: request.method, addressHint };
    const failure = publicFailure(error);
    // A database that is away is no fault of ours, and is logged once, not by each call.
    if (error instanceof DatabaseUnavailable) this.#database.failed(error.message);
    if (failure.status === 503)
      this.#logger.debug({ code: failure.code, ...about }, 'a call could not be answered for the moment');
    else
      this.#logger.error(
        { err: error, ...about },
        'the web process failed over a call: please report this error',
      );
    const answer = failureAnswer(failure, language);
    return { ...answer, headers: { ...answer.headers, [REQUEST_ID_HEADER]: requestId } };
  }
}

/**
 * The network of the address that the client claims (`X-User-IP`) [W8, W119]: it only helps to find its call
 * in the log. Undefined for what is no address.
 */
function statedNetwork(headers: Headers): string | undefined {
  return networkKey(headers.get('x-user-ip') ?? '') ?? undefined;
}

function bearerToken(authorization: string | null): string | null {
  return /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1] ?? null;
}

/**
 * Finds the method that a call asks for: `endpoint` with or without `.php`, `action` where the endpoint has
 * actions, and the method, which `_method` replaces on a POST [W1, W2].
 * @param unusable over the first parameter that no query can look up
 * @throws {WireError} in this order [W9]: `unknown_endpoint`, `method_not_allowed`, and `missing_parameter` or
 *   `invalid_parameter` over the action
 */
function findMethod(
  table: WireTable,
  method: string,
  parameters: Readonly<Record<string, string>>,
  unusable: WireError | null,
): WireMethod {
  const { methods, isChosen } = findRow(table, parameters);
  const wanted = effectiveMethod(method, parameters);
  const found = WIRE_METHODS.find((name) => name === wanted);
  const declared = found && methods[found];
  if (declared === undefined) throw new WireError('method_not_allowed', { allow: allowedMethods(methods) });
  if (isChosen) return declared;
  if (unusable?.details.values?.name === 'action') throw unusable;
  required(parameters, 'action');
  throw new WireError('invalid_parameter', { values: { name: 'action' } });
}

/** Methods for the `Allow` header. */
function allowedMethods(methods: Endpoint): string[] {
  const declared = WIRE_METHODS.filter((name) => methods[name] !== undefined);
  return [...declared.flatMap((name): string[] => (name === 'GET' ? ['GET', 'HEAD'] : [name])), 'OPTIONS'];
}

/** The methods of what a call names; where it leaves the action open, those of all actions together. */
function findMethods(table: WireTable, parameters: Readonly<Record<string, string>>): Endpoint {
  return findRow(table, parameters).methods;
}

function findRow(
  table: WireTable,
  parameters: Readonly<Record<string, string>>,
): { methods: Endpoint; isChosen: boolean } {
  const name = required(parameters, 'endpoint').replace(/\.php$/, '');
  // Rows are found by plain names alone: an action comes by its own parameter.
  if (!/^[a-z0-9-]+$/.test(name)) throw new WireError('unknown_endpoint');
  const acting = `${name}&action=`;
  const chosen = rowOf(table, name) ?? rowOf(table, `${acting}${parameters.action ?? ''}`);
  if (chosen !== undefined) return { methods: chosen, isChosen: true };
  const actions = Object.entries(table).filter(([row]) => row.startsWith(acting));
  if (actions.length === 0) throw new WireError('unknown_endpoint');
  const methods: Endpoint = Object.fromEntries(actions.flatMap(([, some]) => Object.entries(some)));
  return { methods, isChosen: false };
}

function rowOf(table: WireTable, name: string): Endpoint | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}

function effectiveMethod(method: string, parameters: Readonly<Record<string, string>>): string {
  if (method === 'HEAD') return 'GET';
  const override = parameters._method?.toUpperCase();
  return method === 'POST' && (override === 'PUT' || override === 'DELETE') ? override : method;
}

function required(parameters: Readonly<Record<string, string>>, name: string): string {
  const value = parameters[name];
  if (value === undefined) throw new WireError('missing_parameter', { values: { name } });
  return value;
}
