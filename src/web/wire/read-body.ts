import { WireError } from '#src/platform/wire/wire-error.ts';

/** wire.md, "Envelope" */
export const BODY_LIMIT_BYTES = 64 * 1024;

/**
 * A request's JSON body; undefined when there is none. Counts while it reads, so that nobody fills the memory. Throws
 * `body_too_large`, `unsupported_media_type` or `malformed_body`.
 */
export async function readBody(headers: Headers, body: ReadableStream<Uint8Array> | null): Promise<unknown> {
  if (Number(headers.get('content-length') ?? 0) > BODY_LIMIT_BYTES) throw new WireError('body_too_large');
  const bytes = await readLimited(body);
  if (bytes.byteLength === 0) return undefined;
  if (!isJson(headers.get('content-type') ?? '')) throw new WireError('unsupported_media_type');
  return parseJson(bytes);
}

async function readLimited(body: ReadableStream<Uint8Array> | null): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.byteLength;
    if (size > BODY_LIMIT_BYTES) throw new WireError('body_too_large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function isJson(contentType: string): boolean {
  const [type = '', ...parameters] = contentType.toLowerCase().split(';');
  const charset = parameters
    .map((parameter) => parameter.trim())
    .find((parameter) => parameter.startsWith('charset='));
  return type.trim() === 'application/json' && (charset === undefined || /^charset="?utf-8"?$/.test(charset));
}

function parseJson(bytes: Uint8Array): unknown {
  let value: unknown;
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    value = JSON.parse(text, refuseUnstorable);
  } catch (cause) {
    // Deep nesting ends in a RangeError, everything else in a SyntaxError or TypeError.
    throw new WireError('malformed_body', { cause });
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new WireError('malformed_body');
  return value;
}

/** No database keeps a NUL or half a character in a text. */
function refuseUnstorable(_key: string, value: unknown): unknown {
  if (typeof value === 'string' && (value.includes('\0') || !value.isWellFormed()))
    throw new SyntaxError('A text holds a NUL or half a surrogate pair.');
  return value;
}
