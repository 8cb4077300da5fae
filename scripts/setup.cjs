'use strict';
// Runs before `npm start` and `npm test` on whatever Node the system has (12 or newer), before anything is installed:
// CommonJS, no dependencies. Installs the packages when the lock file has changed since the last time; with `--test`
// also the packages and programs that only the tests need, more than half of all; with `--bench` those that the
// benchmarks measure beside Onde as well.
const { execFileSync, spawnSync } = require('child_process');
const { createHash } = require('crypto');
const {
  closeSync,
  existsSync,
  openSync,
  readFileSync,
  statSync,
  unlinkSync,
  writeFileSync,
  writeSync,
} = require('fs');
const { join } = require('path');

const root = join(__dirname, '..');
const stampFile = join(root, 'node_modules', '.onde-installed');
const lockFile = join(root, '.onde-setup.lock');
/** How long the holder of a lock may take to write its number into it. */
const NAMELESS_LOCK_MS = 10 * 1000;
const isForBench = process.argv.includes('--bench');
const isForTests = isForBench || process.argv.includes('--test');

/** Debian packages, and how to tell that one is there. */
const TEST_PROGRAMS = [
  {
    // Chromium without its own windows: a third less to compute for the same pages.
    package: 'chromium-headless-shell',
    found: () => existsSync('/usr/bin/chromium-headless-shell') || Boolean(process.env.CHROMIUM),
  },
  {
    package: 'postgresql',
    found: () => existsSync('/usr/lib/postgresql') || Boolean(process.env.ONDE_TEST_DATABASE_URL),
  },
];
const PEERS = [
  // Lighthouse and the press on play are measured in the whole browser.
  { package: 'chromium', found: () => existsSync('/usr/bin/chromium') },
  { package: 'icecast2', found: () => existsSync('/usr/bin/icecast2') },
  { package: 'nginx-light', found: () => existsSync('/usr/sbin/nginx') },
  { package: 'wrk', found: () => existsSync('/usr/bin/wrk') },
];

main();

function main() {
  withLock(installPackages);
  requirePinnedNode();
  if (isForTests) installPrograms(isForBench ? [...TEST_PROGRAMS, ...PEERS] : TEST_PROGRAMS);
}

function installPackages() {
  const lock = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
  const installed = existsSync(stampFile) ? readFileSync(stampFile, 'utf8') : '';
  const whole = `${lock} all`;
  const wanted = isForTests ? whole : `${lock} start`;
  if (installed === wanted || installed === whole) return;
  console.log('Onde: installing packages (first start, or the lock file changed)…');
  const part = isForTests ? '--include=dev' : '--omit=dev';
  const run = spawnSync(
    'npm',
    // No package runs a script of its own: some fetch programs from elsewhere, unchecked, and none is needed.
    ['ci', part, '--include=optional', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'],
    {
      cwd: root,
      stdio: 'inherit',
      env: cleanEnvironment(),
    },
  );
  if (run.status !== 0)
    fail(
      'The packages could not be installed.',
      'Check the network and that npm 10 or newer is there (npm --version), then run the command again.',
    );
  writeFileSync(stampFile, wanted);
}

/** npm hands its own settings to scripts as npm_config_*; some of them would change the install. */
function cleanEnvironment() {
  const environment = Object.assign({}, process.env);
  for (const name of Object.keys(environment))
    if (/^npm_(lifecycle|package|config_(omit|production|include))/.test(name)) delete environment[name];
  return environment;
}

function requirePinnedNode() {
  const pinned = join(root, 'node_modules', '.bin', 'node');
  if (existsSync(pinned)) return;
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > 24 || (major === 24 && minor >= 15)) return;
  fail(
    `There is no packaged Node for ${process.platform} ${process.arch}, and this one is ${process.version}.`,
    'Install Node 24 (LTS) from https://nodejs.org and run the command again.',
  );
}

function installPrograms(programs) {
  const missing = programs.filter((program) => !program.found());
  if (missing.length === 0) return;
  const names = missing.map((program) => program.package);
  if (!existsSync('/usr/bin/apt-get') || typeof process.getuid !== 'function' || process.getuid() !== 0) {
    fail(
      `${isForBench ? 'The benchmarks' : 'The tests'} need ${names.join(' and ')}.`,
      `Install ${names.length > 1 ? 'them' : 'it'}, for instance: sudo apt-get install ${names.join(' ')}`,
    );
  }
  console.log(`Onde: installing ${names.join(', ')} for the ${isForBench ? 'benchmarks' : 'tests'}…`);
  const environment = Object.assign({}, process.env, {
    DEBIAN_FRONTEND: 'noninteractive',
    // A server that comes with its package is not started: who needs it starts one of its own.
    RUNLEVEL: '1',
  });
  for (const words of [
    ['update', '-qq'],
    ['install', '-y', '-qq', '--no-install-recommends', ...names],
  ]) {
    try {
      execFileSync('apt-get', words, { stdio: ['ignore', 'ignore', 'inherit'], env: environment });
    } catch {
      fail(`apt-get ${words.join(' ')} failed.`, 'Run it by hand to see why, then run the tests again.');
    }
  }
}

/**
 * Two starts at once on a fresh clone: the second waits for the first one's install. The lock names its holder, so that
 * one left behind by a killed install or a power cut holds nobody up.
 */
function withLock(work) {
  let hasTold = false;
  for (;;) {
    try {
      const file = openSync(lockFile, 'wx');
      writeSync(file, lockText(process.pid));
      closeSync(file);
      break;
    } catch (error) {
      if (error.code === 'EROFS' || error.code === 'EACCES') return work();
      if (error.code !== 'EEXIST') throw error;
    }
    const holder = lockHolder();
    if (holder === 'nobody') {
      remove(lockFile);
      continue;
    }
    if (holder !== 'unknown' && !hasTold) {
      console.log(`Onde: another install is running here (process ${holder}); waiting until it is done…`);
      console.log(`If there is none, press Ctrl-C, delete ${lockFile} and run the command again.`);
      hasTold = true;
    }
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 250);
  }
  const release = () => {
    if (readIfThere(lockFile) === lockText(process.pid)) remove(lockFile);
  };
  process.once('exit', release);
  // They come through when npm has ended, never in the midst of an install that would go on without its lock.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(1));
  work();
  release();
}

/** The number of the process that holds the lock; `unknown` while it is about to write it, `nobody` when it has ended. */
function lockHolder() {
  const text = readIfThere(lockFile);
  if (text === null) return 'unknown';
  const pid = Number.parseInt(text, 10);
  if (!(pid > 0)) return lockAgeMs() > NAMELESS_LOCK_MS ? 'nobody' : 'unknown';
  return isHeldBy(pid, text) ? pid : 'nobody';
}

function isHeldBy(pid, text) {
  if (!isRunning(pid)) return false;
  const state = processState(pid);
  // Where the system tells nothing of it, the number alone must do. Z: ended, and its parent has not looked.
  return state === null || (state[0] !== 'Z' && text === lockText(pid));
}

function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code !== 'ESRCH';
  }
}

/** A number is given out again, after a power cut above all: Linux tells which boot it was and when the process began. */
function lockText(pid) {
  const boot = readIfThere('/proc/sys/kernel/random/boot_id');
  const state = processState(pid);
  return boot === null || state === null ? `${pid}\n` : `${pid}\n${boot.trim()} ${state[19]}\n`;
}

/** What `/proc/{pid}/stat` says from its third field on (proc(5)): the state first, the start as the 20th. */
function processState(pid) {
  const text = readIfThere(`/proc/${pid}/stat`);
  return text === null ? null : text.slice(text.lastIndexOf(')') + 2).split(' ');
}

function readIfThere(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}

function remove(path) {
  try {
    unlinkSync(path);
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
  }
}

function lockAgeMs() {
  try {
    return Date.now() - statSync(lockFile).mtimeMs;
  } catch {
    return 0;
  }
}

function fail(what, remedy) {
  console.error(`\nOnde: ${what}\n${remedy}`);
  process.exit(1);
}
