/** Whether a caught value is a system error with this code, `ENOENT` for instance. */
export function hasErrorCode(error: unknown, code: string): boolean {
  return errorCode(error) === code;
}

/** Whether a caught value says that a path leads nowhere: no entry, or a file where a folder belongs on the way. */
export function isNothingThere(error: unknown): boolean {
  return hasErrorCode(error, 'ENOENT') || hasErrorCode(error, 'ENOTDIR');
}

/** The code of a caught system error; null for what has none. */
export function errorCode(error: unknown): string | null {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null;
}

/** Of the system, also one without IPv6, and of DNS; one that does not answer (EAI_AGAIN) may do so soon. */
const NO_ADDRESS: ReadonlySet<string> = new Set(['EADDRNOTAVAIL', 'EAFNOSUPPORT', 'ENOTFOUND']);

/** Whether it says that nothing can listen at an address or name, since this machine does not have it. */
export function isNoAddressHere(error: unknown): boolean {
  return NO_ADDRESS.has(errorCode(error) ?? '');
}
