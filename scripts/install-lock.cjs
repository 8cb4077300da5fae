'use strict';
// Runs with setup.cjs on whatever Node the system has (12 or newer): CommonJS, no dependencies.
const { mkdirSync, rmdirSync, statSync, utimesSync } = require('fs');

/** An install at work keeps its lock fresh; one this old was left behind by a kill or a power cut. */
const STALE_MS = 90 * 1000;
const FRESHEN_MS = 15 * 1000;
const ASK_AGAIN_MS = 250;
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * Two starts at once on a fresh clone: the second waits for the first one's install. A signal counts when
 * `work` has ended, never in the midst of an install that would go on without its lock.
 */
async function withLock(lock, work) {
  if (!(await take(lock))) return work();
  let isStopped = false;
  const stop = () => {
    isStopped = true;
  };
  const release = () => remove(lock);
  const freshening = setInterval(() => freshen(lock), FRESHEN_MS);
  process.once('exit', release);
  for (const signal of SIGNALS) process.on(signal, stop);
  await work();
  for (const signal of SIGNALS) process.removeListener(signal, stop);
  process.removeListener('exit', release);
  clearInterval(freshening);
  release();
  if (isStopped) process.exit(1);
}

/** Waits until the lock is ours; false where nothing can be written, on a full disk too, and nobody can install. */
async function take(lock) {
  let hasTold = false;
  for (;;) {
    try {
      mkdirSync(lock);
      return true;
    } catch (error) {
      if (error.code !== 'EEXIST') return false;
    }
    if (ageMs(lock) > STALE_MS) {
      remove(lock);
      continue;
    }
    if (!hasTold)
      console.log(
        `Onde: another install is running here; waiting until it is done. If there is none, press Ctrl-C, delete the folder ${lock} and run the command again.`,
      );
    hasTold = true;
    await new Promise((done) => setTimeout(done, ASK_AGAIN_MS));
  }
}

function freshen(folder) {
  const now = new Date();
  try {
    utimesSync(folder, now, now);
  } catch {
    // Somebody has deleted it, as a start that waits suggests.
  }
}

function ageMs(path) {
  try {
    // One of later than now is of before the clock was set: an install that goes on freshens it by this one.
    return Math.abs(Date.now() - statSync(path).mtimeMs);
  } catch {
    return 0;
  }
}

/** It may be gone: somebody, or another start that waits, has removed it. */
function remove(folder) {
  try {
    rmdirSync(folder);
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
  }
}

module.exports = { withLock };
