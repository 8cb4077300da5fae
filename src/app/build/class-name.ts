import { createHash } from 'node:crypto';
import { relative, resolve, sep } from 'node:path';

const root = resolve(import.meta.dirname, '..', '..', '..');
const LETTERS = 3;

/**
 * The name that a class of a CSS module gets in the document: its own and three letters that stand for its
 * file. They stand in every page and script, and letters that mean nothing do not compress.
 */
export function className(name: string, file: string): string {
  const path = relative(root, file.split('?')[0] ?? file)
    .split(sep)
    .join('/');
  const letters = createHash('sha256').update(path).digest().readUInt32BE() % 36 ** LETTERS;
  return `${name}_${letters.toString(36).padStart(LETTERS, '0')}`;
}

/**
 * Takes the movements of a style sheet out of what scripts are handed of it: none starts one by its name.
 * @param names what scripts are handed, by the name in the sheet
 * @param sheet its text
 */
export function leaveOutMovements(names: Record<string, string>, sheet: string): void {
  for (const [, movement = ''] of sheet.matchAll(/@keyframes ([\w-]+)/g))
    if (!new RegExp(`\\.${movement}(?![\\w-])`).test(sheet)) delete names[movement];
}
