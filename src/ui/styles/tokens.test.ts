import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import type { Theme } from '#src/contract/limits.ts';
import { contrast } from '#src/platform/colour/colour.ts';

const sheet = await readFile(new URL('tokens.css', import.meta.url), 'utf8');
const more = /@media \(prefers-contrast: more\) \{([\s\S]*?)\n\}/.exec(sheet)?.[1] ?? '';
const PLAIN = declarations(/:root \{([\s\S]*?)\n\}/.exec(sheet)?.[1] ?? '');
const WANTS = { plain: PLAIN, more: new Map([...PLAIN, ...declarations(more)]) };

function declarations(rules: string): Map<string, string> {
  return new Map(
    [...rules.matchAll(/--([a-z-]+): ([^;]+);/g)].map(([, name = '', value = '']) => [name, value]),
  );
}

/** A token that is a colour, or another token, as `#rrggbb`. */
function colourOf(tokens: ReadonlyMap<string, string>, name: string, theme: Theme): string {
  const value = tokens.get(name) ?? '';
  const other = /^var\(--([a-z-]+)\)$/.exec(value)?.[1];
  if (other !== undefined) return colourOf(tokens, other, theme);
  const [, light, dark] = /^light-dark\((#[\da-f]{6}), (#[\da-f]{6})\)$/.exec(value) ?? [];
  const colour = theme === 'light' ? light : dark;
  if (colour === undefined) throw new Error(`--${name} is ${value}`);
  return colour;
}

const TEXTS = [
  ['ink', 'bg'],
  ['ink', 'surface'],
  ['muted', 'bg'],
  ['muted', 'surface'],
  ['ok', 'bg'],
  ['ok', 'surface'],
  ['danger', 'bg'],
  ['danger', 'surface'],
  ['danger', 'danger-ground'],
  ['info', 'bg'],
  ['info', 'info-ground'],
] as const;
const LINES = [
  ['line', 'bg'],
  ['line', 'surface'],
  ['edge', 'bg'],
  ['edge', 'surface'],
] as const;

describe.each(['light', 'dark'] as const)('in the %s', (theme) => {
  test.each(TEXTS)(
    '%s can be read on %s, and well by those who want more contrast [R264]',
    (name, ground) => {
      const of = (tokens: ReadonlyMap<string, string>) =>
        contrast(colourOf(tokens, name, theme), colourOf(tokens, ground, theme));
      expect(of(WANTS.plain)).toBeGreaterThanOrEqual(4.5);
      expect(of(WANTS.more)).toBeGreaterThanOrEqual(7);
    },
  );

  test.each(LINES)('%s is seen on %s by those who want more contrast', (name, ground) => {
    const colour = (token: string) => colourOf(WANTS.more, token, theme);
    expect(contrast(colour(name), colour(ground))).toBeGreaterThanOrEqual(3);
  });
});
