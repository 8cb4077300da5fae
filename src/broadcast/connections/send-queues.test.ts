import { connect, createServer, type Socket } from 'node:net';
import { expect, test, vi } from 'vitest';
import { PATIENT } from '#src/platform/testing/patience.ts';
import { linuxSendQueues, parseSendQueues, peerName } from './send-queues.ts';

const TABLE = `  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid
   0: 0100007F:1F90 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0
   1: 0100007F:1F90 5801007F:D431 01 00027100:00000000 00:00000000 00000000     0
   2: 0100007F:1F90 5901007F:D431 01 00000010:00000000 00:00000000 00000000     0
   3: 0100007F:1F91 5801007F:D431 01 00027100:00000000 00:00000000 00000000     0
   4: 0100007F:1F90 5A01007F:D431 06 00027100:00000000 00:00000000 00000000     0
`;
const TABLE_6 = `   0: 00000000000000000000000001000000:1F90 B80D0120010002000000000099000000:0050 01 00010000:00000000 02:
   1: 0000000000000000FFFF00000100007F:1F90 0000000000000000FFFF00005801007F:0051 01 00010000:00000000 02:
`;

test('the long queues of one port, by peer', () => {
  expect(parseSendQueues(TABLE, 8080)).toEqual([[peerName('127.0.1.88', 54_321), 160_000]]);
  expect(parseSendQueues(TABLE_6, 8080)).toEqual([
    [peerName('2001:db8:2:1::99', 80), 65_536],
    [peerName('::ffff:127.0.1.88', 81), 65_536],
  ]);
});

test('a peer that does not read is found in the kernel’s own table', async () => {
  let accepted: Socket | null = null;
  const server = createServer((socket) => {
    accepted = socket;
    socket.write(Buffer.alloc(16 << 20));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const asleep = connect({ port, host: '127.0.0.1', localAddress: '127.0.0.88' }).pause();
  await vi.waitFor(async () => {
    const queues = await linuxSendQueues.read(port);
    expect(queues.get(peerName('127.0.0.88', asleep.localPort ?? 0))).toBeGreaterThan(64 * 1024);
  }, PATIENT);
  expect(linuxSendQueues.memoryBytes()).toBeGreaterThan(64 * 1024);
  asleep.destroy();
  (accepted as Socket | null)?.destroy();
  server.close();
});
