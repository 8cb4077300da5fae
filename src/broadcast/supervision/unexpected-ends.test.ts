import { expect, test } from 'vitest';
import { tellHowItEnded } from './unexpected-ends.ts';

function told(code: string | undefined) {
  const lines: unknown[][] = [];
  const environment: NodeJS.ProcessEnv = { ONDE_ENDED_BY: code };
  tellHowItEnded(environment, { error: (...words: unknown[]) => void lines.push(words) });
  expect(environment).not.toHaveProperty('ONDE_ENDED_BY');
  return lines;
}

test.each([
  ['137', 'SIGKILL', /journalctl -k/],
  ['133', 'SIGTRAP', /please report it/],
  ['70', 'exit code 70', /please report it/],
  ['142', 'SIGALRM', /its web process ended it/],
])('a start after an end with %s says what it was and where to look, once', (code, how, remedy) => {
  expect(told(code)).toEqual([[{ how }, expect.stringMatching(remedy)]]);
});

test.each([undefined, '', '0', 'nonsense'])('a first start says nothing (%s)', (code) => {
  expect(told(code)).toEqual([]);
});
