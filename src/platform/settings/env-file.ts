import { isUtf8 } from 'node:buffer';
import { readFileSync } from 'node:fs';
import { isDeepStrictEqual, parseEnv } from 'node:util';
import { isNothingThere } from '#src/platform/errors/error-code.ts';
import { OperatorError } from '#src/platform/errors/operator-error.ts';

/**
 * The text of `.env`; empty where there is none.
 * @throws {OperatorError} for one that cannot be read: a container makes a folder of a file that is not there
 */
export function readEnvFile(path: string): string {
  const bytes = bytesOf(path);
  // UTF-16 without a mark at its beginning may pass for UTF-8, but for the NUL beside each letter.
  if (!isUtf8(bytes) || bytes.includes(0))
    throw new OperatorError(
      `${path} is not written in UTF-8.`,
      'Save it anew in that encoding (“Save as” in most editors): letters of another one would be lost, also those of a password.',
    );
  // Some editors begin a text with a mark of its encoding.
  return bytes.toString('utf8').replace(/^\ufeff/, '');
}

function bytesOf(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    if (isNothingThere(error)) return Buffer.alloc(0);
    throw new OperatorError(
      `${path} cannot be read: ${error instanceof Error ? error.message : error}`,
      'Make it a text file that the user that runs Onde may read, or take it away: settings may stand in the environment, too.',
      { cause: error },
    );
  }
}

/** Whether a name is one that a setting may have: what else stands before a = may be part of a secret. */
export function isSettingName(name: string): boolean {
  return /^[\w.-]+$/.test(name);
}

/**
 * The numbers of the lines, from 1, that are meant for something and set nothing, as `PORT: 9000`. What such a line says
 * is in no message: it may be part of a secret.
 */
export function linesWithoutSetting(text: string): number[] {
  const lines = text.split('\n');
  const settings = Object.entries(parseEnv(text)).filter(([name]) => isSettingName(name));
  return lines.flatMap((line, at) => {
    if (/^\s*(#|$)|^[ \t]*(?:export +)?[\w.-]+[ \t]*=/.test(line)) return [];
    // Within quotes a line is part of a value: without it there is another one.
    const others = parseEnv(lines.with(at, '').join('\n'));
    return settings.every(([name, value]) => others[name] === value) ? [at + 1] : [];
  });
}

/**
 * The names whose values end at a # in their middle, as a key without quotes that holds one does: what stands behind it
 * is a comment.
 */
export function cutValues(text: string): string[] {
  const all = parseEnv(text);
  return text.split('\n').flatMap((line) => {
    const [, name = '', value = ''] = /^\s*(?:export\s+)?([\w.-]+)\s*=\s*([^"'`\s].*)$/.exec(line) ?? [];
    const kept = /^[^#]*[^#\s](?=#)/.exec(value)?.[0];
    return kept !== undefined && all[name] === kept.trim() ? [name] : [];
  });
}

/** The names that an earlier line sets to something else than the last one, whose value counts. */
export function overriddenNames(text: string): string[] {
  const all = parseEnv(text);
  const lines = text.split('\n');
  const names = lines.flatMap((line, at) =>
    Object.entries(parseEnv(line)).flatMap(([name, value]) => {
      if (value === all[name]) return [];
      // Within quotes a line is part of a value: without it there is another one.
      const isOverridden = isDeepStrictEqual(parseEnv(lines.with(at, '').join('\n')), all);
      return isOverridden ? [name] : [];
    }),
  );
  return [...new Set(names)];
}
