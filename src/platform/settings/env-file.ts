import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { isNothingThere } from '#src/platform/errors/error-code.ts';
import { OperatorError } from '#src/platform/errors/operator-error.ts';

/**
 * The text of `.env`; empty where there is none.
 * @throws {OperatorError} for one that cannot be read: a container makes a folder of a file that is not there
 */
export function readEnvFile(path: string): string {
  try {
    // Some editors begin a text with a mark of its encoding.
    return readFileSync(path, 'utf8').replace(/^\ufeff/, '');
  } catch (error) {
    if (isNothingThere(error)) return '';
    throw new OperatorError(
      `${path} cannot be read: ${error instanceof Error ? error.message : error}`,
      'Make it a text file that the user that runs Onde may read, or take it away: settings may stand in the environment, too.',
      { cause: error },
    );
  }
}

/**
 * The numbers of the lines, from 1, that are meant for something and set nothing, as `PORT: 9000`. What such a line says
 * is in no message: it may be part of a secret.
 */
export function linesWithoutSetting(text: string): number[] {
  const lines = text.split('\n');
  const all = JSON.stringify(parseEnv(text));
  return lines.flatMap((line, at) => {
    if (line.includes('=') || /^\s*(#|$)/.test(line)) return [];
    // Within quotes a line is part of a value: without it there is another one.
    return JSON.stringify(parseEnv(lines.with(at, '').join('\n'))) === all ? [at + 1] : [];
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
