import { expect, test } from 'vitest';
import { createLogger } from './logger.ts';
import { StandardOutput } from './standard-output.ts';

/** An output that takes what it is let take, and fails by a code meanwhile. */
function openOutput() {
  const disk = { fault: null as string | null, bytesMax: Number.POSITIVE_INFINITY, text: '' };
  const due: (() => void)[] = [];
  const output = new StandardOutput({
    writeBytes(bytes) {
      if (disk.fault !== null) throw Object.assign(new Error('write'), { code: disk.fault });
      const part = bytes.subarray(0, disk.bytesMax);
      disk.text += part.toString();
      return part.length;
    },
    later: (_, callback) => void due.push(callback),
  });
  /** Some time passes. */
  const pass = () => due.splice(0).forEach((callback) => void callback());
  return { output, disk, due, pass };
}

test.each(['ENOSPC', 'EDQUOT', 'EAGAIN', 'EIO'])(
  '[W233] a log that fails by %s throws at nobody, and has all lines in their order when it can be written again',
  (code) => {
    const { output, disk, due, pass } = openOutput();
    const logger = createLogger({ level: 'info', part: 'test', to: output });
    disk.fault = code;
    for (const word of ['one', 'two']) logger.info(word);
    expect(due).toHaveLength(1);
    pass();
    disk.fault = null;
    logger.info('three');
    expect(disk.text).toBe('');
    pass();
    logger.info('four');
    const words = disk.text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).msg);
    expect(words).toEqual(['one', 'two', 'three', 'four']);
  },
);

test('[W233] a line that could be written in part has its rest before the next one', () => {
  const { output, disk, pass } = openOutput();
  disk.bytesMax = 3;
  output.write('first line\n');
  disk.fault = 'EAGAIN';
  output.write('second line\n');
  disk.fault = null;
  pass();
  expect(disk.text).toBe('first line\nsecond line\n');
});

test('[W233] of many lines that wait the newest stay, whole', () => {
  const { output, disk, pass } = openOutput();
  disk.fault = 'ENOSPC';
  const line = (at: number) => `${String(at).padStart(999, '.')}\n`;
  for (let at = 0; at < 2_500; at += 1) output.write(line(at));
  disk.fault = null;
  pass();
  expect(disk.text).toBe(Array.from({ length: 1_000 }, (_, at) => line(1_500 + at)).join(''));
});

test('what nobody will read any more is not kept', () => {
  const { output, disk, due } = openOutput();
  disk.fault = 'EPIPE';
  output.write('gone\n');
  disk.fault = null;
  output.write('here\n');
  expect(due).toEqual([]);
  expect(disk.text).toBe('here\n');
});
