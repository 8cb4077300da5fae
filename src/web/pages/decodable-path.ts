/**
 * Writes each `%` that begins no UTF-8 character as `%25`: a path that cannot be decoded stands for itself, and no page
 * is found there.
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
