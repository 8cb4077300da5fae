import fs, { existsSync, type PathLike, renameSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { workRequestSchema } from '#src/import/worker/worker-messages.ts';

/**
 * A worker that behaves over some files like a faulty decoder, which hangs, takes all memory, or ends, or like a disk
 * that does not answer. It leaves a mark beside the station folder when it begins to. Others get a new name between
 * their decoding and the look at their header. With every other file it works as usual.
 */
process.on('message', (message) => {
  const { source } = workRequestSchema.parse(message);
  const mark = `${source.slice(0, source.indexOf('/station/'))}/unruly`;
  const isFirst = !existsSync(mark);
  if (!/hang|stall|bloat|die/.test(source)) return;
  writeFileSync(mark, source);
  if (source.includes('die once') && !isFirst) return;
  if (source.includes('die')) process.kill(process.pid, 'SIGKILL');
  if (source.includes('stall')) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  const held: Buffer[] = [];
  for (;;) if (source.includes('bloat')) held.push(Buffer.alloc(10e6, held.length));
});
const { openSync } = fs;
Object.assign(fs, {
  openSync(path: PathLike, flags: string) {
    if (String(path).includes('leave')) renameSync(path, String(path).replace('leave', 'come back'));
    return openSync(path, flags);
  },
});
syncBuiltinESMExports();
await import('#src/import/worker/worker-main.ts');
