/** Whether a caught value is a system error with this code, `ENOENT` for instance. */
export function hasErrorCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
