/** The result of a handler: the body of a successful reply, before it becomes JSON. */
export interface WireReply<Data = unknown> {
  readonly body: WireBody<Data>;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The envelope, or a bare array. */
type WireBody<Data> =
  | { readonly success: true; readonly data: Data; readonly message?: string }
  | (Data & readonly unknown[]);

/** `{ success, data }` */
export function dataReply<Data>(data: Data): WireReply<Data> {
  return { body: { success: true, data } };
}

/** Fields that the contract names outside of `data` stand there and in `data` [W10]. */
export function fieldsReply<Data extends object>(fields: Data): WireReply<Data> {
  return { body: { ...fields, success: true, data: fields } };
}

/** `{ success, message, data }`: the message is in the caller's language. */
export function messageReply<Data>(message: string, data: Data): WireReply<Data> {
  return { body: { success: true, message, data } };
}

/** The few replies that are a bare array. */
export function arrayReply<Data extends readonly unknown[]>(rows: Data): WireReply<Data> {
  return { body: rows };
}

/** `{ success }` */
export function doneReply(): WireReply<undefined> {
  return dataReply(undefined);
}

/** An instant (ms since the Unix epoch) as the wire writes it, in ISO 8601; null where there is none. */
export function isoTime(timeMs: number): string;
export function isoTime(timeMs: number | null): string | null;
export function isoTime(timeMs: number | null): string | null {
  return timeMs === null ? null : new Date(timeMs).toISOString();
}
