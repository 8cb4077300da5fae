import { expect, test } from 'vitest';
import type { PageServices } from '#src/page/wire/page-services.ts';
import { shareCalls } from './shared-calls.ts';

/** Calls that are answered when the test says so, with their number. */
function openCalls() {
  const asked: string[] = [];
  const answers: (() => void)[] = [];
  const services: PageServices = {
    callWire: (endpoint, parameters, language) =>
      new Promise((resolve) => {
        const number = asked.push(`${endpoint} ${JSON.stringify(parameters)} ${language}`);
        answers.push(() => resolve(number));
      }),
    nowPlaying: () => [],
    station: () => {
      throw new Error('nobody asks for the station');
    },
    schedule: () => null,
  };
  const { forget, services: shared } = shareCalls(services);
  const ask = (version = 'dance', language: 'fr' | 'de' = 'fr') =>
    shared.callWire('latest-tracks', { version }, language);
  const answerAll = () => {
    for (const answer of answers.splice(0)) answer();
  };
  return { asked, ask, answerAll, forget };
}

test('pages that ask for the same at the same time share one answer, and the next page has its own', async () => {
  const { asked, ask, answerAll } = openCalls();
  const calls = [ask(), ask(), ask('90s'), ask('dance', 'de')];
  answerAll();
  expect(await Promise.all(calls)).toEqual([1, 1, 2, 3]);
  const later = ask();
  answerAll();
  expect(await later).toBe(4);
  expect(asked).toHaveLength(4);
});

test('what was asked for before a change answers nobody who asks after it', async () => {
  const { ask, answerAll, forget } = openCalls();
  const before = ask();
  forget();
  const after = [ask(), ask()];
  answerAll();
  expect(await before).toBe(1);
  expect(await Promise.all(after)).toEqual([2, 2]);
});
