#!/usr/bin/env node
'use strict';
// `npx onde …` with whatever Node the system has: hands over to the pinned one, signals included.
const { spawn } = require('child_process');
const { existsSync } = require('fs');
const { join } = require('path');

const root = join(__dirname, '..');
const pinned = join(root, 'node_modules', '.bin', 'node');
const node = existsSync(pinned) ? pinned : process.execPath;
const onde = spawn(node, [join(root, 'src', 'cli', 'onde.ts'), ...process.argv.slice(2)], {
  stdio: 'inherit',
  // As `npm start` does: see src/broadcast/supervision/onde-child.ts.
  env: { MALLOC_ARENA_MAX: '1', ...process.env },
});
for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => onde.kill(signal));
// Ctrl-C reaches the whole foreground group by itself; only outlive it.
process.on('SIGINT', () => {});
onde.on('exit', (code, signal) => {
  process.exitCode = code === null ? (signal === 'SIGINT' ? 130 : 1) : code;
});
