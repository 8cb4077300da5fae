import { getCompileCacheDir } from 'node:module';
import { z } from 'zod';

/** A process for tests: does what it is told, and hangs over anything else. */
const orderSchema = z.enum([
  'answer',
  'say whether compiled code is kept',
  'hang',
  'wait for a disk',
  'die',
  'hoard',
]);

process.on('message', (message) => {
  const order = orderSchema.safeParse(message).data;
  if (order === 'die') process.kill(process.pid, 'SIGKILL');
  if (order === 'answer') {
    process.send?.(process.pid);
    return;
  }
  if (order === 'say whether compiled code is kept') {
    process.send?.(getCompileCacheDir() === undefined ? 0 : 1);
    return;
  }
  if (order === 'wait for a disk') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  const held: Buffer[] = [];
  for (;;) if (order === 'hoard') held.push(Buffer.alloc(10e6, 1));
});
process.send?.('ready');
