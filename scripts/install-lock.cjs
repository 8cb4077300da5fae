'use strict';
// Runs with setup.cjs on whatever Node the system has (12 or newer): CommonJS, no dependencies.
const { closeSync, openSync, readFileSync, statSync, unlinkSync, writeSync } = require('fs');

/** How long the holder of a lock may take to write its number into it. */
const NAMELESS_LOCK_MS = 10 * 1000;

/**
 * Two starts at once on a fresh clone: the second waits for the first one's install. The lock names its holder, so that
 * one left behind by a killed install or a power cut holds nobody up.
 */
function withLock(lockFile, work) {
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
    const holder = lockHolder(lockFile);
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
function lockHolder(lockFile) {
  const text = readIfThere(lockFile);
  if (text === null) return 'unknown';
  const pid = Number.parseInt(text, 10);
  if (!(pid > 0)) return ageMs(lockFile) > NAMELESS_LOCK_MS ? 'nobody' : 'unknown';
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

function ageMs(path) {
  try {
    return Date.now() - statSync(path).mtimeMs;
  } catch {
    return 0;
  }
}

module.exports = { withLock };
