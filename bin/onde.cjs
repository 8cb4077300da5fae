#!/usr/bin/env node
'use strict';
// `npx onde …` with whatever Node the system has: hands over to the pinned one, signals included.
const { spawn } = require('child_process');
const { existsSync } = require('fs');
const { join } = require('path');
const { isNodeNewEnough } = require('../scripts/node-version.cjs');

const root = join(__dirname, '..');
const pinned = join(root, 'node_modules', '.bin', 'node');
const node = existsSync(pinned) ? pinned : process.execPath;
const words = process.argv.slice(2);
const isStart = words[0] === 'start' && !words.some((word) => ['--help', '-h', '--dev'].includes(word));
// A start waits for an install by itself (src/cli/keep-on-air.sh).
if (!isInstalled() && !(isStart && existsSync(join(root, '.onde-install.lock')))) {
  console.error('Onde is not installed here yet.\nRun once: npm run build (during an update wait until it is done).');
  process.exit(1);
}
const parent = process.ppid;
const [program, script] = isStart ? ['sh', 'keep-on-air.sh'] : [node, 'onde.ts'];
const onde = spawn(program, [join(root, 'src', 'cli', script), ...(isStart ? words.slice(1) : words)], {
  stdio: 'inherit',
  // As `npm start` does: see src/broadcast/supervision/onde-child.ts.
  env: { MALLOC_ARENA_MAX: '1', MALLOC_MMAP_THRESHOLD_: '1048576', UV_THREADPOOL_SIZE: '12', ...process.env },
});
for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => onde.kill(signal));
// Ctrl-C reaches the whole foreground group by itself; only outlive it.
process.on('SIGINT', () => {});
// What ends `npx` ends the shell in between, which passes nothing on: then somebody else is the parent here. A terminal
// that closes tells everybody, and what was left running by `nohup` goes on.
if (process.env.npm_command === 'exec') {
  const looking = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(looking);
    onde.kill('SIGTERM');
  }, 2000);
  looking.unref();
  process.on('SIGHUP', () => clearInterval(looking));
}
onde.on('exit', (code, signal) => {
  process.exitCode = code === null ? (signal === 'SIGINT' ? 130 : 1) : code;
});

function isInstalled() {
  return existsSync(join(root, 'node_modules', 'commander')) && (node === pinned || isNodeNewEnough());
}
