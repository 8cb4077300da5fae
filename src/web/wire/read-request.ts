import { WIRE_BODY_BYTES_MAX } from '#src/contract/limits.ts';
import { WireError } from '#src/platform/wire/wire-error.ts';

/**
 * Most bytes that are read of a body that is too large: the caller must have written it to read the answer.
 */
const READ_BYTES_MAX = 1024 * 1024;

/**
 * Reads a request's JSON body; undefined without one. Counts while it reads, so that no caller fills the
 * memory.
 * @throws {WireError} `body_too_large`, `unsupported_media_type` or `malformed_body` [W4]
 */
export async function readBody(headers: Headers, body: ReadableStream<Uint8Array> | null): Promise<unknown> {
  if (Number(headers.get('content-length') ?? 0) > WIRE_BODY_BYTES_MAX) throw new WireError('body_too_large');
  const bytes = await readLimited(body);
  if (bytes.byteLength === 0) return undefined;
  if (!isJson(headers.get('content-type') ?? '') || isPacked(headers))
    throw new WireError('unsupported_media_type');
  return parseJson(bytes);
}

/**
 * The bytes of a body.
 * @throws {WireError} `body_too_large`
 */
export async function readLimited(body: ReadableStream<Uint8Array> | null): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of body ?? []) {
      size += chunk.byteLength;
      if (size <= WIRE_BODY_BYTES_MAX) chunks.push(chunk);
      else if (size > READ_BYTES_MAX) break;
    }
  } catch (cause) {
    // The caller has gone: the code does not matter, since no one reads it.
    throw new WireError('malformed_body', { cause });
  }
  if (size > WIRE_BODY_BYTES_MAX) throw new WireError('body_too_large');
  return Buffer.concat(chunks);
}

function isJson(contentType: string): boolean {
  const [type = '', ...parameters] = contentType.toLowerCase().split(';');
  const charset = parameters
    .map((parameter) => parameter.trim())
    .find((parameter) => parameter.startsWith('charset='));
  return type.trim() === 'application/json' && (charset === undefined || /^charset="?utf-8"?$/.test(charset));
}

function isPacked(headers: Headers): boolean {
  return !/^(identity)?$/i.test(headers.get('content-encoding') ?? '');
}

function parseJson(bytes: Uint8Array): unknown {
  let value: unknown;
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    value = JSON.parse(text, refuseUnusable);
  } catch (cause) {
    if (cause instanceof WireError) throw cause;
    // Deep nesting ends in a RangeError, everything else in a SyntaxError or TypeError.
    throw new WireError('malformed_body', { cause });
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new WireError('malformed_body');
  return value;
}

/**
 * No database keeps a NUL or half a character in a text. Marks that follow one another are put in order when a text is
 * composed, which takes time by the square of their number: a body full of them would hold up everybody else.
 */
function refuseUnusable(field: string, value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const hasTooManyMarks = value.length > MARKS_IN_A_ROW_MAX && TOO_MANY_MARKS.test(value);
  if (value.includes('\0') || !value.isWellFormed() || hasTooManyMarks)
    throw new WireError('malformed_body', isName(field) ? { values: { field } } : {});
  return value;
}

/** Whether it can be the name of a field: what else a body says is not said again. */
function isName(field: string): boolean {
  return /^[a-z_]{1,50}$/i.test(field);
}

/** Several times as many as the wildest letter wears [W227]. */
const MARKS_IN_A_ROW_MAX = 250;
/** The voicing marks of halfwidth kana become such marks as well. A run is read once. */
const MARK = '[\\p{M}\\uff9e\\uff9f]';
const TOO_MANY_MARKS = new RegExp(`(?<!${MARK})${MARK}{${MARKS_IN_A_ROW_MAX + 1}}`, 'u');

/** Longer than any title; a longer parameter is a mistake or an attack [W3]. */
const PARAMETER_LIMIT_CHARACTERS = 2_000;

/**
 * Gives the first value of each parameter that is not empty [W3].
 * @returns `unusable`: `invalid_parameter` for a value that no query can look up; null without one
 */
export function readParameters(search: URLSearchParams): {
  parameters: Record<string, string>;
  unusable: WireError | null;
} {
  const parameters: Record<string, string> = Object.create(null);
  let unusable: WireError | null = null;
  for (const [name, value] of search) {
    if (value === '' || Object.hasOwn(parameters, name)) continue;
    if (value.length > PARAMETER_LIMIT_CHARACTERS || value.includes('\0') || !value.isWellFormed())
      unusable ??= new WireError('invalid_parameter', { values: { name: name.slice(0, 50) } });
    else parameters[name] = value;
  }
  return { parameters, unusable };
}
