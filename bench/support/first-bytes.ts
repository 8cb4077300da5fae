import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

const EVERY_MS = 25;
const PATIENCE_MS = 60_000;

/**
 * One listener after the other, each in a connection of its own that ends with its first byte of audio.
 * @returns milliseconds from connecting to that byte, one a listener
 */
export async function firstBytes(address: string, forMs: number): Promise<number[]> {
  const endMs = performance.now() + forMs;
  const all: Promise<number>[] = [];
  while (performance.now() < endMs) {
    all.push(firstByte(new URL(address)));
    await delay(EVERY_MS);
  }
  return Promise.all(all);
}

function firstByte({ hostname, port, pathname }: URL): Promise<number> {
  const openedMs = performance.now();
  const socket = connect(Number(port), hostname);
  socket.setTimeout(PATIENCE_MS, () => socket.destroy());
  socket.write(`GET ${pathname} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nUser-Agent: bench\r\n\r\n`);
  let head = '';
  return new Promise((heard) => {
    socket.on('data', (chunk) => {
      head += chunk.toString('latin1');
      const end = head.indexOf('\r\n\r\n');
      if (end >= 0 && head.length > end + 4 && head.startsWith('HTTP/1.1 200')) socket.destroy();
    });
    socket.on('error', () => {});
    socket.on('close', () =>
      heard(head.startsWith('HTTP/1.1 200') ? performance.now() - openedMs : PATIENCE_MS),
    );
  });
}
