let known: string | null = null;

/** The name under which pages call, `apiKey` of the station [W81]; null before the page has begun. */
export function knownClientKey(): string | null {
  return known;
}

export function rememberClientKey(key: string): void {
  known = key;
}
