import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test, vi } from 'vitest';
import { PATIENT } from '#src/platform/testing/patience.ts';

const LOGGER = pathToFileURL(join(import.meta.dirname, 'logger.ts')).href;
/** More lines than a terminal, and whoever shows it, take before they are read. */
const PROGRAM = `
import { writeFileSync } from 'node:fs';
import { createLogger } from '${LOGGER}';
const logger = createLogger({ level: 'info', part: 'test' });
for (let at = 0; at < 20_000; at += 1) logger.info('.'.repeat(200));
writeFileSync('went-on', '');
`;

test.skipIf(!existsSync('/usr/bin/script'))(
  '[W233] who logs to a terminal that is held, or behind a connection that is gone, goes on',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'onde-held-'));
    await writeFile(join(folder, 'program.mjs'), PROGRAM);
    const words = ['-qec', `"${process.execPath}" program.mjs`, '/dev/null'];
    // Nobody reads what it shows.
    const terminal = spawn('/usr/bin/script', words, { cwd: folder, stdio: ['ignore', 'pipe', 'ignore'] });
    const ended = once(terminal, 'exit');
    await vi.waitFor(() => expect(existsSync(join(folder, 'went-on'))).toBe(true), PATIENT);
    terminal.kill('SIGKILL');
    await ended;
    await rm(folder, { recursive: true });
  },
);
