import { expect, test, vi } from 'vitest';
import { ProgressBar } from './progress-bar.ts';
import { showProgress } from './show-progress.ts';

function written(stream: NodeJS.WritableStream, work: () => void): string {
  const texts: string[] = [];
  const spy = vi.spyOn(stream, 'write').mockImplementation((text) => texts.push(String(text)) > 0);
  work();
  spy.mockRestore();
  return texts.join('');
}

test('what has no end in sight is told in megabytes, in few lines and without a bar that is full', () => {
  const send = process.send;
  delete process.send;
  const lines = written(process.stdout, () => {
    using display = showProgress();
    for (let done = 1; done <= 201; done++) display.show(done, null, 'onde.sqlite (written)');
    display.show(1, 2, 'a.mp3');
  });
  if (send !== undefined) process.send = send;
  expect(lines).toBe('100 MB: onde.sqlite (written)\n200 MB: onde.sqlite (written)\n1/2 a.mp3\n');

  const bar = written(process.stderr, () => {
    using display = new ProgressBar(process.stderr);
    display.show(7, null, 'onde.sqlite');
  });
  expect(bar).toContain(' 7 MB in 0:00 | ');
});
