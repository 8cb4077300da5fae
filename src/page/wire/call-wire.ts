import type * as z from 'zod/mini';
import type { Language } from '#src/contract/languages.ts';
import { type Browser, onePerPage } from '#src/page/browser/browser.ts';
import { endSession } from '#src/page/session/end-session.ts';
import { sessionOf } from '#src/page/session/session-store.ts';
import { ObservableValue } from '#src/platform/observable/observable.ts';
import type { WireMethodName } from '#src/platform/wire/method-schemas.wire.ts';
import { CallError, noAnswer } from './call-error.ts';
import { type CallDetails, type EndpointName, type MethodOf, type ReplyOf, wireSearch } from './endpoints.ts';
import { inTime } from './in-time.ts';

/** In the tab's storage: the address that its first page has looked up. */
export const CLIENT_ADDRESS_KEY = 'client_address';

/**
 * The address this browser seems to come from, once it has been looked up. A hint for the server's log,
 * nothing more.
 */
export const clientAddressOf = onePerPage(
  ({ tabStorage }) => new ObservableValue<string | null>(tabStorage.read(CLIENT_ADDRESS_KEY)),
);

/** One call of an endpoint, with the parameters and the body that its method declares. */
type EndpointCall<Name extends EndpointName, Method extends MethodOf<Name>> = {
  readonly endpoint: Name;
  readonly method: Method;
  readonly language: Language;
  /** Whether it goes on when the page is closed. */
  readonly keepalive?: boolean;
  /** Milliseconds that it may take, where those of most calls are too few. */
  readonly limitMs?: number;
} & CallDetails<Name, Method>;

/**
 * Calls an endpoint from the browser, as the member when a token is stored, and reads what it replies.
 * @throws {CallError} when the server said no, gave no answer or none that can be read. A dead token ends the
 * session.
 */
export function callWire<Name extends EndpointName, Method extends MethodOf<Name>>(
  browser: Browser,
  call: EndpointCall<Name, Method>,
  importSchema: SchemaImport<ReplyOf<Name, Method>>,
  signal?: AbortSignal,
): Promise<ReplyOf<Name, Method>>;
export async function callWire<T>(
  browser: Browser,
  call: AnyCall,
  importSchema: SchemaImport<T>,
  signal?: AbortSignal,
): Promise<T> {
  return readAnswer(await sendCall(browser, call, signal), importSchema);
}

/** The same for who reads the answer otherwise, or not at all. */
export function callUnread<Name extends EndpointName, Method extends MethodOf<Name>>(
  browser: Browser,
  call: EndpointCall<Name, Method>,
): Promise<CallAnswer>;
export function callUnread(browser: Browser, call: AnyCall): Promise<CallAnswer> {
  return sendCall(browser, call);
}

/**
 * A call of any endpoint. Features make theirs by `callWire` and `wireQuery`, which know what each endpoint
 * takes.
 */
export interface AnyCall {
  readonly endpoint: EndpointName;
  readonly method: WireMethodName;
  readonly language: Language;
  readonly parameters?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Whether it goes on when the page is closed. */
  readonly keepalive?: boolean;
  /** Milliseconds that it may take, where those of most calls are too few. */
  readonly limitMs?: number;
}

export interface CallAnswer {
  readonly status: number;
  /** The JSON reply's body, unread. */
  readonly reply: unknown;
}

/**
 * Schemas come with the first answer that needs one: the document's own data has been through them on the
 * server.
 */
export type SchemaImport<T> = () => Promise<z.ZodMiniType<T>>;

/**
 * Calls an endpoint from the browser, as the member when a token is stored. It ends within its time, and is
 * never made again by itself [A63].
 * @throws {CallError} when there is no answer or it is no JSON. A dead token ends the session; what is
 * answered to the member before the present one is no answer.
 */
export async function sendCall(browser: Browser, call: AnyCall, signal?: AbortSignal): Promise<CallAnswer> {
  const token = sessionOf(browser).getToken();
  const search = wireSearch(call.endpoint, call.parameters);
  const hasBody = call.body !== undefined;
  // Not everything between here and the server knows PUT, or that a DELETE may have a body.
  if (hasBody && call.method !== 'POST') search.set('_method', call.method);
  const init = {
    method: hasBody ? 'POST' : call.method,
    headers: {
      ...headersOf(browser, call.language, token),
      ...(hasBody && { 'Content-Type': 'application/json' }),
    },
    body: hasBody ? JSON.stringify(call.body) : null,
    signal: signal ?? null,
    keepalive: call.keepalive ?? false,
  };
  return fetchJson(`/api-proxy.php?${search}`, init, call.limitMs, (response) => {
    // Whatever its body is. That of the login is about a password, and says nothing of the session that another tab has
    // begun meanwhile.
    const isDead = response.status === 401 && token !== null && call.endpoint !== 'login';
    // Read first: an end leaves the page, which cuts off what is still on its way.
    return response.json().finally(() => {
      if (isDead && !endSession(browser, token)) throw noAnswer('no_answer');
    });
  });
}

/**
 * Fetches a document of our own origin, JSON for most, and reads it, both within the time of a call [A63].
 * @param limitMs milliseconds
 * @throws {CallError} `offline`, `timed_out` or `no_answer`, all with status 0, and `unreadable_answer`; the
 * reason of the caller's own signal as it is
 */
export async function fetchJson(
  address: string,
  init: RequestInit = {},
  limitMs?: number,
  read = (response: Response): Promise<unknown> => response.json(),
): Promise<CallAnswer> {
  let status = 0;
  try {
    return await inTime(
      async (signal) => {
        const response = await fetch(address, { ...init, signal });
        status = response.status;
        return { status, reply: await read(response) };
      },
      init.signal,
      limitMs,
    );
  } catch (cause) {
    if (init.signal?.aborted || cause instanceof CallError) throw cause;
    if (cause instanceof SyntaxError)
      throw new CallError('The answer is no JSON.', { code: 'unreadable_answer', status }, { cause });
    throw noAnswer(navigator.onLine === false ? 'offline' : 'no_answer', cause);
  }
}

/**
 * The data of an answer.
 * @throws {CallError} when the server said no, or something else than the schema expects, or what reads it
 * does not come
 */
export function readAnswer<T>(answer: CallAnswer, importSchema: SchemaImport<T>): Promise<T> {
  return inTime(() => readAnswerHere(answer, importSchema));
}

/** The same where what reads it is at hand: on the server. */
export async function readAnswerHere<T>(
  { reply, status }: CallAnswer,
  importSchema: SchemaImport<T>,
): Promise<T> {
  const [{ readReply }, schema] = await Promise.all([import('./read-reply.ts'), importSchema()]);
  return readReply(reply, schema, status);
}

/** What every call says of its page and of who calls. */
export function headersOf(
  browser: Browser,
  language: Language,
  token: string | null,
): Record<string, string> {
  const address = clientAddressOf(browser).read();
  return {
    'X-Language': language,
    'X-API-Key': browser.clientKey,
    ...(token === null ? {} : { Authorization: `Bearer ${token}` }),
    ...(address === null ? {} : { 'X-User-IP': address }),
  };
}
