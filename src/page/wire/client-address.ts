let known: string | null = null;

/** The address this browser seems to come from, once it has been looked up. A hint for the server's log, nothing more. */
export function knownClientAddress(): string | null {
  return known;
}

export function rememberClientAddress(address: string | null): void {
  known = address;
}
