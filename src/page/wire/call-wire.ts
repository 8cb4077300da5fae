import type { Language } from '#src/contract/languages.ts';
import { endSession } from '#src/page/session/end-session.ts';
import { session } from '#src/page/session/session-store.ts';
import { CallError } from './call-error.ts';
import { knownClientAddress } from './client-address.ts';

export interface EndpointCall {
  /** `latest-tracks`, with or without `.php`. */
  readonly endpoint: string;
  readonly parameters?: Readonly<Record<string, string>>;
  readonly language: Language;
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Whether it goes on when the page is closed. */
  readonly keepalive?: boolean;
}

export interface CallAnswer {
  readonly status: number;
  /** The JSON reply's body, unread. */
  readonly reply: unknown;
}

/**
 * Calls a wire endpoint from the browser, as the member when a token is stored. There is no timeout [A63].
 * @throws CallError when there is no answer or it is no JSON. A dead token ends the session.
 */
export async function callWire(call: EndpointCall, signal?: AbortSignal): Promise<CallAnswer> {
  const token = session.getToken();
  const query = new URLSearchParams({ endpoint: call.endpoint, ...call.parameters });
  const response = await fetchJson(`/api-proxy.php?${query}`, {
    method: call.method ?? 'GET',
    headers: headersOf(call, token),
    body: call.body === undefined ? null : JSON.stringify(call.body),
    signal: signal ?? null,
    keepalive: call.keepalive ?? false,
  });
  if (response.status === 401 && token !== null) endSession(token);
  return response;
}

/** Fetches a JSON document of our own origin. Throws like `callWire`. */
export async function fetchJson(address: string, init?: RequestInit): Promise<CallAnswer> {
  let response: Response;
  try {
    response = await fetch(address, init);
  } catch (error) {
    if (init?.signal?.aborted) throw error;
    throw new CallError('There is no answer.', { code: 'no_answer', status: 0 }, { cause: error });
  }
  try {
    return { status: response.status, reply: await response.json() };
  } catch (error) {
    if (init?.signal?.aborted) throw error;
    const facts = { code: 'unreadable_answer', status: response.status };
    throw new CallError('The answer is no JSON.', facts, { cause: error });
  }
}

function headersOf(call: EndpointCall, token: string | null): Record<string, string> {
  const address = knownClientAddress();
  return {
    'X-Language': call.language,
    ...(call.body === undefined ? {} : { 'Content-Type': 'application/json' }),
    ...(token === null ? {} : { Authorization: `Bearer ${token}` }),
    ...(address === null ? {} : { 'X-User-IP': address }),
  };
}
