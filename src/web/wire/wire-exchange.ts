/** A call as it comes in, over the network or from a page loader in the same process. */
export interface WireRequest {
  readonly method: string;
  readonly search: URLSearchParams;
  readonly headers: Headers;
  readonly body: ReadableStream<Uint8Array> | null;
  /** The real peer (src/platform/wire/peer-address.ts). */
  readonly address: string;
}

/** `body` is what the JSON will say; null for an answer without one. */
export interface WireAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: object | null;
}
