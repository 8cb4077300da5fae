import type { z } from 'zod';
import { nearestName } from '#src/platform/settings/setting-names.ts';
import { PROBLEMS_MAX, type StationProblem } from './problem.ts';
import { readYaml } from './read-yaml.ts';

/**
 * The outcome of a check. `lineOf` is the line of a value, or of the nearest one around it that is there;
 * null without any. The problems beside a value are those of the parts that it leaves out.
 */
export type Checked<T> =
  | { value: T; problems: StationProblem[]; lineOf: LineOf }
  | { value: null; problems: StationProblem[] };
type LineOf = (path: readonly PropertyKey[]) => number | null;

/**
 * Reads one YAML file of the station folder against its schema. Each problem carries the line and what was expected;
 * an unknown key is reported with the nearest known one.
 * @param options.spared name of a list whose broken entries are left out, while everything else stands
 * @param options.asWritten keys whose numbers are texts
 * @param options.ifEmpty what is wrong with a text that says nothing; without it, it has no keys
 */
export function checkYaml<T>(
  file: string,
  content: string,
  schema: z.ZodType<T>,
  options: { spared?: string; asWritten?: readonly string[]; ifEmpty?: string } = {},
): Checked<T> {
  const read = readYaml(content, options.asWritten);
  if ('faults' in read) {
    const problems = read.faults.slice(0, PROBLEMS_MAX).map((fault) => ({ file, ...fault }));
    return { value: null, problems };
  }
  if (read.saysNothing && options.ifEmpty !== undefined)
    return { value: null, problems: [{ file, line: null, message: options.ifEmpty }] };
  const written = read.values;
  const parsed = schema.safeParse(written, { error: inWords });
  const lineOf: LineOf = (path) => {
    for (let length = path.length; length >= 0; length--) {
      const line = read.lineOf(path.slice(0, length));
      if (line !== null) return line;
    }
    return null;
  };
  const cutShort = read.cutShort.slice(0, PROBLEMS_MAX).map(({ line, rest }): StationProblem => {
    const message = `${rest} is left out as a remark: a text with a # in it goes in quotes, a remark has a space behind its #`;
    return { file, line, message, isReminder: true };
  });
  if (parsed.success) return { value: parsed.data, problems: cutShort, lineOf };
  const problems = parsed.error.issues.slice(0, PROBLEMS_MAX).flatMap((issue): StationProblem[] => {
    if (issue.code !== 'unrecognized_keys') {
      return [{ file, line: lineOf(issue.path), message: `${named(issue.path)}: ${issue.message}` }];
    }
    const known = knownKeys(schema, issue.path);
    const isCutOff = (path: readonly PropertyKey[]) =>
      read.hasBraces(issue.path) && valueAt(written, path) === null;
    return issue.keys.slice(0, PROBLEMS_MAX).map((key) => {
      const path = [...issue.path, key];
      return {
        file,
        line: read.lineOfKey(issue.path, key) ?? lineOf(issue.path),
        message: `${named(path)}: no such key; ${insteadOf(key, known)}${isCutOff(path) ? CUT_OFF : ''}`,
      };
    });
  });
  problems.sort((a, b) => (a.line ?? 0) - (b.line ?? 0)).splice(PROBLEMS_MAX);
  const rest = withoutBroken(written, parsed.error.issues, options.spared);
  if (rest === null) return { value: null, problems };
  const again = schema.safeParse(rest.value, { error: inWords });
  if (!again.success) return { value: null, problems };
  return {
    value: again.data,
    problems: [...problems, ...cutShort],
    lineOf: (path) => lineOf(rest.writtenPath(path)),
  };
}

/** Returns the same without the entries of one list that broke a rule; null when something else did. */
function withoutBroken(written: unknown, issues: readonly z.core.$ZodIssue[], list: string | undefined) {
  if (list === undefined || typeof written !== 'object' || written === null) return null;
  const entries: unknown = Reflect.get(written, list);
  if (!Array.isArray(entries) || !issues.every(({ path }) => path[0] === list && path.length > 1))
    return null;
  const broken = new Set(issues.map(({ path }) => path[1]));
  const kept = [...entries.keys()].filter((at) => !broken.has(at));
  return {
    value: { ...written, [list]: kept.map((at): unknown => entries[at]) },
    /** Returns where a value of the rest is in the file. */
    writtenPath: ([first, at, ...below]: readonly PropertyKey[]): PropertyKey[] =>
      [first, first === list && typeof at === 'number' ? kept[at] : at, ...below].filter(
        (part) => part !== undefined,
      ),
  };
}

const KINDS: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'keys with values',
};

/**
 * Returns words for problems that a schema does not describe itself; undefined leaves them to the library.
 */
function inWords(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.code === 'invalid_value') return `expected one of ${issue.values.join(', ')}`;
  if (issue.code !== 'invalid_type') return undefined;
  const expected = `expected ${KINDS[issue.expected] ?? issue.expected}`;
  if (issue.input === undefined) return `is missing: ${expected}`;
  if (issue.input === null) return `${expected}, found nothing: a value that begins with # goes in quotes`;
  // A colon without its space makes one text of key and value.
  if (typeof issue.input === 'string' && issue.input.includes(':') && issue.expected === 'object')
    return `${expected}, each with a space behind its colon, such as name: Onde`;
  const isUnquoted = issue.expected === 'string' && ['number', 'boolean'].includes(typeof issue.input);
  return isUnquoted ? `${expected}: put it in quotes` : expected;
}

function named(path: readonly PropertyKey[]): string {
  return (
    path
      .map((part, index) =>
        typeof part === 'number' ? `[${part}]` : `${index === 0 ? '' : '.'}${String(part)}`,
      )
      .join('') || 'the file'
  );
}

/** What nobody sees, and keyboards and web pages put in: no-break spaces, marks of writing directions, … */
const UNSEEN = /[^\P{Z} ]|\p{C}/gu;

/** Between braces a comma ends a value: what follows it is a key without one. */
const CUT_OFF = '; between { and } a text with a comma in it goes in quotes';

function valueAt(written: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (at, part) => (typeof at === 'object' && at !== null ? Reflect.get(at, part) : undefined),
    written,
  );
}

function insteadOf(key: string, known: readonly string[]): string {
  if (known.includes(key.replace(UNSEEN, '').trim()))
    return 'it has a sign that cannot be seen, such as a no-break space: delete this line and type it anew';
  const nearest = nearestName(key, known);
  return nearest === null ? `expected one of ${known.join(', ')}` : `did you mean ${nearest}?`;
}

/**
 * Returns the keys that an object schema knows at `path`, seen through arrays and optional or default
 * wrappers.
 */
function knownKeys(schema: unknown, path: readonly PropertyKey[]): string[] {
  let at: unknown = unwrapped(schema);
  for (const part of path) {
    if (typeof at !== 'object' || at === null) return [];
    if (typeof part === 'number' && 'element' in at) at = unwrapped(at.element);
    else if ('shape' in at && typeof at.shape === 'object' && at.shape !== null)
      at = unwrapped(Reflect.get(at.shape, part));
  }
  return typeof at === 'object' &&
    at !== null &&
    'shape' in at &&
    typeof at.shape === 'object' &&
    at.shape !== null
    ? Object.keys(at.shape)
    : [];
}

function unwrapped(schema: unknown): unknown {
  let at = schema;
  while (
    typeof at === 'object' &&
    at !== null &&
    'unwrap' in at &&
    !('element' in at) &&
    typeof at.unwrap === 'function'
  ) {
    const inner: unknown = at.unwrap();
    if (inner === at) break;
    at = inner;
  }
  return at;
}
