/** JSON is text in both engines: no query looks into it. */
export function encodeJson(value: unknown): string {
  return JSON.stringify(value);
}

/** The reader parses it by the schema of today. */
export function decodeJson(text: string): unknown {
  return JSON.parse(text);
}
