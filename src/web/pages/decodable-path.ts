/**
 * The path with every `%` that begins no UTF-8 character written as one: what nobody can decode stands for itself, and is
 * found nowhere.
 */
export function decodablePath(path: string): string {
  return path
    .split('/')
    .map((segment) => (isDecodable(segment) ? segment : segment.replaceAll('%', '%25')))
    .join('/');
}

function isDecodable(segment: string): boolean {
  try {
    decodeURIComponent(segment);
    return true;
  } catch {
    return false;
  }
}
