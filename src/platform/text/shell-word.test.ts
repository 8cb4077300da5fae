import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { shellWord } from './shell-word.ts';

test('a path in a command is one word of a shell, and in quotes where it must be', () => {
  expect(shellWord('/srv/onde/station/legal.fr.md')).toBe('/srv/onde/station/legal.fr.md');
  for (const path of ['/srv/my radio', "/srv/l'onde", '/srv/$HOME', '/srv/a;b', '/srv/été', '~/a', '*']) {
    expect(execFileSync('sh', ['-c', `printf %s ${shellWord(path)}`], { encoding: 'utf8' })).toBe(path);
  }
});
