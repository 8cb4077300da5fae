/** JSON is text in both engines: nothing is asked of it in SQL. */
export function encodeJson(value: unknown): string {
  return JSON.stringify(value);
}

/** Whoever reads it parses it by the schema of today. */
export function decodeJson(text: string): unknown {
  return JSON.parse(text);
}
