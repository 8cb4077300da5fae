import { expect, test } from 'vitest';
import { createLogger } from '#src/platform/log/logger.ts';
import { PROBLEMS_MAX, ProblemLog, type StationProblem } from './problem.ts';

test('a thousand slips of one kind are fifty lines and one that counts the others, and so is their mending', () => {
  const lines: string[] = [];
  const to = { write: (line: string) => void lines.push(JSON.parse(line).msg) };
  const log = new ProblemLog(createLogger({ level: 'info', part: 'test', to }));
  const slips = Array.from({ length: 1_000 }, (_, at): StationProblem => {
    return { file: `podcasts/show/${at}.yaml`, line: null, message: 'expected the episode' };
  });
  log.tell(slips, ' (x)');
  expect(lines).toHaveLength(PROBLEMS_MAX + 1);
  expect(lines[0]).toBe('podcasts/show/0.yaml: expected the episode (x)');
  expect(lines.at(-1)).toBe('and 950 more like these: "onde check" lists them all');
  expect(log.current).toHaveLength(1_000);
  log.tell(slips);
  expect(lines).toHaveLength(PROBLEMS_MAX + 1);
  log.tell(slips.slice(0, 1));
  expect(lines).toHaveLength(2 * PROBLEMS_MAX + 2);
  expect(lines.at(-1)).toBe('and 949 more are mended');
});

test('a file name in a problem, and in its mending, does nothing to a terminal', () => {
  const lines: string[] = [];
  const to = { write: (line: string) => void lines.push(JSON.parse(line).msg) };
  const log = new ProblemLog(createLogger({ level: 'info', part: 'test', to }));
  log.tell([{ file: 'music/a\u001b[2J\n.mp3', line: null, message: 'expected a title' }]);
  log.tell([]);
  expect(lines).toEqual([
    'music/a\ufffd[2J\ufffd.mp3: expected a title',
    'music/a\ufffd[2J\ufffd.mp3: mended: expected a title',
  ]);
});
