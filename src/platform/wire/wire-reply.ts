/** What a handler gives back: the body of a successful reply, before it becomes JSON. */
export interface WireReply {
  readonly body: object;
  readonly headers?: Readonly<Record<string, string>>;
}

/** `{ success, data }` */
export function dataReply(data: unknown): WireReply {
  return { body: { success: true, data } };
}

/** Fields that the contract names outside of `data` stand there and in `data` [W10]. */
export function fieldsReply(fields: Readonly<Record<string, unknown>>): WireReply {
  return { body: { success: true, ...fields, data: fields } };
}

/** The few replies that are a bare array. */
export function arrayReply(rows: readonly unknown[]): WireReply {
  return { body: rows };
}

/** `{ success }` */
export function doneReply(): WireReply {
  return { body: { success: true } };
}
