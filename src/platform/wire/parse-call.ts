import * as z from 'zod';
import { type $ZodIssue, $ZodObject, type $ZodType, type output, safeParse } from 'zod/v4/core';
import type { Language } from '#src/contract/languages.ts';
import { type FieldErrorCode, isFieldError } from '#src/contract/wire-errors.ts';
import type { LimitCounter } from '#src/platform/rate-limit/rate-limits.ts';
import { WireError } from './wire-error.ts';

/** A call as its handler sees it: parameters and body parsed, everything else from the request's head. */
export interface WireCall<Query, Body> {
  readonly query: Query;
  readonly body: Body;
  /** The language of the messages in the reply. */
  readonly language: Language;
  /** The real peer, never what the client claims: for limits, bans and audit. */
  readonly address: string;
  /** Bearer token, unchecked; null when the call carries none. */
  readonly token: string | null;
  /** `X-API-Key`: the client program's name, no secret. */
  readonly clientKey: string | null;
  readonly userAgent: string;
  /** The `Cookie` header, '' without one: a hint of which browser calls, never who does. */
  readonly cookies: string;
  /** Counts the limits that the method declares and takes itself. */
  readonly limits: LimitCounter;
}

/** A call before its parameters are parsed and its body is read. */
export interface UnparsedWireCall extends WireCall<Readonly<Record<string, string>>, null> {
  /** Names of parameters that came without a value alone. */
  readonly emptyParameters: ReadonlySet<string>;
  /**
   * The JSON value; undefined when the request has none.
   * @throws the refusals that hold for any body
   */
  readBody(): Promise<unknown>;
}

/** A parameter that may be there without a value; of any other an empty one is a missing one [W3]. */
export const mayBeEmpty = z.string();

/**
 * Parses the parameters by their schema.
 * @param empty the names of those that came without a value
 * @throws {WireError} `missing_parameter` or `invalid_parameter`, naming the first wrong one
 */
export function parseQuery<Schema extends $ZodType>(
  schema: Schema,
  query: Readonly<Record<string, string>>,
  empty: ReadonlySet<string>,
): output<Schema> {
  const fields = schema instanceof $ZodObject ? Object.entries(schema._zod.def.shape) : [];
  const given = fields.filter(([name, field]) => field === mayBeEmpty && empty.has(name));
  const parsed = safeParse(schema, { ...query, ...Object.fromEntries(given.map(([name]) => [name, ''])) });
  if (parsed.success) return parsed.data;
  const name = String(parsed.error.issues[0]?.path[0] ?? '');
  throw new WireError(Object.hasOwn(query, name) ? 'invalid_parameter' : 'missing_parameter', {
    values: { name },
  });
}

/** A body whose fields are of the JSON types that they should be; they may still break rules. */
export interface FormedBody<Value> {
  /** As it came. */
  readonly given: unknown;
  /** @throws {WireError} `validation_failed` with the first broken rule of each field [W5] */
  parsed(): Value;
}

/**
 * Parses a JSON body by its schema; no body counts as `{}`. Broken rules are told by what it gives, so that rights can
 * be asked before [W9].
 * @throws {WireError} `malformed_body` with the field of the wrong JSON type [W4]
 */
export function readForm<Schema extends $ZodType>(schema: Schema, body: unknown): FormedBody<output<Schema>> {
  const given = body ?? {};
  const parsed = safeParse(schema, given);
  if (parsed.success) return { given, parsed: () => parsed.data };
  const fields = new Map<string, FieldErrorCode>();
  let values: Record<string, string> | undefined;
  for (const issue of parsed.error.issues) {
    const name = issue.path.map(String).join('.');
    if (isWrongType(issue, given)) throw new WireError('malformed_body', { values: { name } });
    const missing = valueAt(given, issue.path) === undefined;
    if (fields.size === 0) values = wordsOf(issue);
    if (!fields.has(name)) fields.set(name, missing ? 'required' : fieldCode(issue));
  }
  return {
    given,
    parsed() {
      throw new WireError('validation_failed', {
        fields: Object.fromEntries(fields),
        ...(values && { values }),
      });
    },
  };
}

/** Whether a value is given, but not of a JSON type that its field takes. */
function isWrongType(issue: $ZodIssue, given: unknown): boolean {
  const value = valueAt(given, issue.path);
  if (value === undefined || issue.code !== 'invalid_union')
    return value !== undefined && issue.code === 'invalid_type';
  const ofEachForm = issue.errors;
  return (
    ofEachForm.length > 0 && ofEachForm.every((issues) => issues.some((inner) => isWrongType(inner, value)))
  );
}

function fieldCode(issue: $ZodIssue): FieldErrorCode {
  if (isFieldError(issue.message)) return issue.message;
  // Only what has a length is short or long: a number out of its bounds is just not valid.
  const hasLength = (issue.code === 'too_small' || issue.code === 'too_big') && issue.origin !== 'number';
  if (hasLength) return issue.code === 'too_small' ? 'too_short' : 'too_long';
  return 'invalid';
}

/** What a rule of ours names of a value that breaks it, for its sentence. */
function wordsOf(issue: $ZodIssue): Record<string, string> | undefined {
  if (issue.code !== 'custom' || issue.params === undefined) return undefined;
  return Object.fromEntries(Object.entries(issue.params).map(([name, word]) => [name, String(word)]));
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  let at = value;
  for (const key of path) {
    if (typeof at !== 'object' || at === null) return undefined;
    at = Reflect.get(at, key);
  }
  return at;
}
