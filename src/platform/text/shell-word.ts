/** A path as it stands in a command that somebody copies: in quotes where a shell would take it for several words. */
export function shellWord(path: string): string {
  return /^[\p{L}\p{N}/._+@%:,=-]+$/u.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`;
}
