import { LineCounter, parseDocument } from 'yaml';
import type { z } from 'zod';
import { nearestName } from '#src/platform/settings/setting-names.ts';
import type { StationProblem } from './problem.ts';

/**
 * `lineOf`: the line of a value, or of the nearest one around it that is there; null when there is none. The problems
 * beside a value are those of what it leaves out.
 */
export type Checked<T> =
  | { value: T; problems: StationProblem[]; lineOf: LineOf }
  | { value: null; problems: StationProblem[] };
type LineOf = (path: readonly PropertyKey[]) => number | null;

/**
 * Reads one YAML file of the station folder against its schema. Each problem carries the line and what was expected;
 * an unknown key is reported with the nearest known one.
 * @param options.spared name of a list whose broken entries are left out, while everything else stands
 */
export function checkYaml<T>(
  file: string,
  content: string,
  schema: z.ZodType<T>,
  options: { spared?: string } = {},
): Checked<T> {
  const lines = new LineCounter();
  const document = parseDocument(content, { lineCounter: lines, prettyErrors: false });
  if (document.errors.length > 0) {
    const problems = document.errors.map((error) => ({
      file,
      line: lines.linePos(error.pos[0]).line,
      message: `not valid YAML: ${error.message}`,
    }));
    return { value: null, problems };
  }
  const written: unknown = document.toJS() ?? {};
  const parsed = schema.safeParse(written, { error: inWords });
  const lineOf: LineOf = (path) => {
    for (let length = path.length; length >= 0; length--) {
      const node: unknown = document.getIn(path.slice(0, length), true);
      if (hasRange(node)) return lines.linePos(node.range[0]).line;
    }
    return null;
  };
  if (parsed.success) return { value: parsed.data, problems: [], lineOf };
  const problems = parsed.error.issues.flatMap((issue): StationProblem[] => {
    if (issue.code !== 'unrecognized_keys') {
      return [{ file, line: lineOf(issue.path), message: `${named(issue.path)}: ${issue.message}` }];
    }
    return issue.keys.map((key) => {
      const nearest = nearestName(key, knownKeys(schema, issue.path));
      return {
        file,
        line: keyLine(content, key) ?? lineOf(issue.path),
        message: `${named([...issue.path, key])}: no such key${nearest ? `; did you mean ${nearest}?` : ''}`,
      };
    });
  });
  problems.sort((a, b) => (a.line ?? 0) - (b.line ?? 0));
  const rest = withoutBroken(written, parsed.error.issues, options.spared);
  if (rest === null) return { value: null, problems };
  const again = schema.safeParse(rest.value, { error: inWords });
  if (!again.success) return { value: null, problems };
  return { value: again.data, problems, lineOf: (path) => lineOf(rest.writtenPath(path)) };
}

/** The same without the entries of one list that broke a rule; null when something else did. */
function withoutBroken(written: unknown, issues: readonly z.core.$ZodIssue[], list: string | undefined) {
  if (list === undefined || typeof written !== 'object' || written === null) return null;
  const entries: unknown = Reflect.get(written, list);
  if (!Array.isArray(entries) || !issues.every(({ path }) => path[0] === list && path.length > 1))
    return null;
  const broken = new Set(issues.map(({ path }) => path[1]));
  const kept = [...entries.keys()].filter((at) => !broken.has(at));
  return {
    value: { ...written, [list]: kept.map((at): unknown => entries[at]) },
    /** Where a value of the rest stands in the file. */
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

/** Words for problems that a schema does not describe itself; undefined leaves them to the library. */
function inWords(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.code === 'invalid_value') return `expected one of ${issue.values.join(', ')}`;
  if (issue.code !== 'invalid_type') return undefined;
  const expected = `expected ${KINDS[issue.expected] ?? issue.expected}`;
  if (issue.input === undefined) return `is missing: ${expected}`;
  const isUnquoted = issue.expected === 'string' && ['number', 'boolean'].includes(typeof issue.input);
  return isUnquoted ? `${expected}: put it in quotes` : expected;
}

function hasRange(node: unknown): node is { range: [number, number, number] } {
  return typeof node === 'object' && node !== null && 'range' in node && Array.isArray(node.range);
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

function keyLine(content: string, key: string): number | null {
  const at = content
    .split('\n')
    .findIndex(
      (line) =>
        line.replace(/^[\s\-{,]+/, '').startsWith(`${key}:`) ||
        line.includes(`{ ${key}:`) ||
        line.includes(`, ${key}:`),
    );
  return at < 0 ? null : at + 1;
}

/** The keys an object schema knows at `path`, seen through arrays and optional or default wrappers. */
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
