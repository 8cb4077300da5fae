import type { Language } from '#src/contract/languages.ts';
import type { Browser } from '#src/page/browser/browser.ts';
import type { CallDetails, EndpointName, MethodOf, ReplyOf } from './endpoints.ts';
import { type AnyCall, type CallAnswer, readAnswer, type SchemaImport, sendCall } from './send-call.ts';

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
