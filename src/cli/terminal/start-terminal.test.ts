import { PassThrough } from 'node:stream';
import { expect, test, vi } from 'vitest';
import { createLogger } from '#src/platform/log/logger.ts';
import { PATIENT } from '#src/platform/testing/patience.ts';
import { combinedProgress, StartTerminal } from './start-terminal.ts';

/** A terminal of 100 columns, and what is written to it. */
function terminal() {
  const stream = Object.assign(new PassThrough(), { isTTY: true, columns: 100, rows: 30 });
  const screen = new StartTerminal(stream);
  let text = '';
  stream.on('data', (chunk: Buffer) => {
    text += chunk.toString();
  });
  return { screen, shown: () => text };
}

const WAVE = { type: 'progress', path: 'music/dance/a\x1b[2Jb.mp3' } as const;

test('making and rendering share one bar, which names stay harmless in, and goes when both are done', async () => {
  const { screen, shown } = terminal();
  screen.tell('demo', { ...WAVE, done: 1, total: 4 });
  screen.tell('import', { ...WAVE, done: 1, total: 2 });
  await vi.waitFor(
    () => expect(shown()).toMatch(/ 2\/8 in 0:\d\d.* music\/dance\/a\ufffd\[2Jb\.mp3/),
    PATIENT,
  );
  expect(shown()).not.toContain('\x1b[2J');
  screen.tell('demo', { ...WAVE, done: 4, total: 4 });
  screen.tell('import', { ...WAVE, done: 4, total: 4 });
  await vi.waitFor(() => expect(shown().endsWith('\x1b[0J')).toBe(true), PATIENT);
});

test('a bar with names of wide letters stays one line, however narrow the terminal', async () => {
  const { screen, shown } = terminal();
  const path = `music/dance/${'歌'.repeat(60)}.mp3`;
  screen.tell('import', { type: 'progress', path, done: 1, total: 2 });
  await vi.waitFor(() => expect(shown()).toContain('歌.mp3\x1b[?7h'), PATIENT);
  expect(shown()).toContain('\x1b[?7l █');
  screen[Symbol.dispose]();
});

test('lines of the log, of this process and another, stand above the bar as whole lines', async () => {
  const { screen, shown } = terminal();
  screen.tell('import', { ...WAVE, done: 1, total: 2 });
  createLogger({ level: 'info', part: 'test', to: screen.log }).info('said here');
  screen.pass('{"level":40,"time":"2026-11-22T09:00:00.000Z","part":"web","msg":"said there"}');
  screen.pass('plain \x1b[2Jwords');
  await vi.waitFor(() => expect(shown()).toContain('plain \ufffd[2Jwords\n'), PATIENT);
  expect(shown()).toMatch(/INFO.*said here.*\n/);
  expect(shown()).toMatch(/WARN.*said there.*\n/);
  screen[Symbol.dispose]();
});

test('who has started it reads where it is, where music goes and how to see what is wrong', async () => {
  const { screen, shown } = terminal();
  screen.welcome({ origin: 'http://localhost:8080', stationDir: '/srv/station', isDemo: true });
  screen.tell('import', { type: 'refused', files: 2, lists: [] });
  screen.tell('import', { type: 'refused', files: 2, lists: [] });
  await vi.waitFor(() => expect(shown()).toContain('cannot be played'), PATIENT);
  const text = shown();
  expect(text).toContain('\nOnde is on air at http://localhost:8080\n');
  expect(text).toContain('/srv/station/music/{dance, hits,');
  expect(text).toContain('npx onde check\n');
  expect(text.match(/2 files cannot be played/g)).toHaveLength(1);
});

test.each([
  ['nothing has been said yet', null, null, null],
  ['music is rendered', null, [3, 10], [3, 10]],
  ['all is rendered', null, [10, 10], null],
  ['the demo is made, and rendered as it comes', [10, 50], [4, 8], [14, 100]],
  ['rendering keeps up with the demo', [10, 50], [10, 10], [20, 100]],
  ['the demo is made, rendering is not done', [50, 50], [30, 45], [80, 95]],
  ['both are done', [50, 50], [45, 45], null],
])('one bar for both: %s', (_, demo, rendering, combined) => {
  const count = (pair: number[] | null) => pair && { done: pair[0] ?? 0, total: pair[1] ?? 0 };
  expect(combinedProgress(count(demo), count(rendering))).toEqual(count(combined));
});
