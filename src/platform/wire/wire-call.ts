import type { Language } from '#src/contract/languages.ts';
import type { LimitCounter } from '#src/platform/rate-limit/rate-limits.ts';

/** A call as its handler sees it: parameters and body parsed, everything else from the request's head. */
export interface WireCall<Query, Body> {
  readonly query: Query;
  readonly body: Body;
  /** The language of the messages in the reply. */
  readonly language: Language;
  /** The real peer, never what the client claims: for limits, bans and audit. */
  readonly address: string;
  /** Bearer token, unchecked; null when the call carries none. */
  readonly token: string | null;
  /** `X-API-Key`: the client program's name, no secret. */
  readonly clientKey: string | null;
  readonly userAgent: string;
  /** The `Cookie` header, '' without one: a hint of which browser calls, never who does. */
  readonly cookies: string;
  /** Counts the limits that the method declares and takes itself. */
  readonly limits: LimitCounter;
}

/** A call before its parameters are parsed and its body is read. */
export interface UnparsedWireCall extends WireCall<Readonly<Record<string, string>>, null> {
  /** Names of parameters that came without a value alone. */
  readonly emptyParameters: ReadonlySet<string>;
  /**
   * The JSON value; undefined when the request has none.
   * @throws the refusals that hold for any body
   */
  readBody(): Promise<unknown>;
}
