import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..', '..');

test.each([
  'bin/onde.cjs',
  'deploy/container/Containerfile',
  'deploy/systemd/onde.service',
  'package.json',
  'src/broadcast/supervision/onde-child.ts',
  'src/cli/keep-on-air.sh',
])('%s has the C library keep one arena, and give large pieces back, and has threads to spare', (file) => {
  const text = readFileSync(join(ROOT, file), 'utf8');
  const settingOf = (name: string) => new RegExp(`${name}(?:="?\\$\\{${name}:-|=|: ')(\\d+)`).exec(text)?.[1];
  expect([settingOf('MALLOC_ARENA_MAX'), settingOf('MALLOC_MMAP_THRESHOLD_')]).toEqual(['1', '1048576']);
  expect(settingOf('UV_THREADPOOL_SIZE')).toBe('12');
});
