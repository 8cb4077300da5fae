/** What a mail says, decoded: enough of RFC 2045 to 2047 for the mails that this program sends. */
export interface ReadMail {
  /** Lower-case names; encoded words decoded. */
  readonly headers: ReadonlyMap<string, string>;
  readonly text: string;
  readonly html: string;
}

export function readMime(source: string): ReadMail {
  const { headers, body } = splitHead(source);
  const parts = partsOf(headers, body);
  const find = (type: string) => parts.find((part) => part.type === type)?.content ?? '';
  return { headers, text: find('text/plain'), html: find('text/html') };
}

function splitHead(source: string): { headers: Map<string, string>; body: string } {
  const at = source.indexOf('\r\n\r\n');
  const lines = source
    .slice(0, at)
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n');
  const headers = new Map<string, string>();
  for (const line of lines) {
    const colon = line.indexOf(':');
    headers.set(line.slice(0, colon).toLowerCase(), decodeWords(line.slice(colon + 1).trim()));
  }
  return { headers, body: source.slice(at + 4) };
}

function partsOf(headers: ReadonlyMap<string, string>, body: string): { type: string; content: string }[] {
  const contentType = headers.get('content-type') ?? 'text/plain';
  const boundary = /boundary="?([^";]+)"?/.exec(contentType)?.[1];
  if (boundary !== undefined) {
    return body
      .split(`--${boundary}`)
      .slice(1, -1)
      .flatMap((part) => {
        const inner = splitHead(part.replace(/^\r\n/, ''));
        return partsOf(inner.headers, inner.body);
      });
  }
  const type = contentType.split(';')[0]?.trim().toLowerCase() ?? '';
  return [{ type, content: decodeBody(body, headers.get('content-transfer-encoding') ?? '7bit') }];
}

function decodeBody(body: string, encoding: string): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8');
  if (encoding === 'quoted-printable') return decodeQuoted(body.replace(/=\r\n/g, ''));
  return body;
}

function decodeQuoted(text: string): string {
  return Buffer.from(
    text.replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString('utf8');
}

function decodeWords(text: string): string {
  return text
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_, kind: string, words: string) =>
      kind.toLowerCase() === 'b'
        ? Buffer.from(words, 'base64').toString('latin1')
        : words
            .replaceAll('_', ' ')
            .replace(/=([0-9A-F]{2})/gi, (__, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    )
    .replace(/[\u0080-\u00ff]+/g, (bytes) => Buffer.from(bytes, 'latin1').toString('utf8'));
}
