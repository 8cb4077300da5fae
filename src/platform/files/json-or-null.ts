/** What a JSON text says; null where it is none, as a schema then refuses it. */
export function jsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
