/**
 * Makes a child process leave when broadcast is gone, however it went; loaded before the program of every
 * child. What it has under way gets a moment to end.
 */
const GRACE_MS = 2_000;
const parent = process.ppid;

process.on('disconnect', () => {
  // A child that closes the channel itself, its parent alive, may take its time.
  setTimeout(() => {
    // An exit would wait for threads, of which one may wait for a disk that does not answer [W203].
    if (process.ppid !== parent) process.kill(process.pid, 'SIGKILL');
  }, GRACE_MS).unref();
});
// Waiting for this must not itself keep a child alive that has nothing left to do.
process.channel?.unref();

export {};
