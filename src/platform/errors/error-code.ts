/** Whether a caught value is a system error with this code, `ENOENT` for instance. */
export function hasErrorCode(error: unknown, code: string): boolean {
  return errorCode(error) === code;
}

/** The code of a caught system error; null for what has none. */
export function errorCode(error: unknown): string | null {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null;
}
