import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { ipv6Groups } from '#src/platform/rate-limit/address-key.ts';
import { plainAddress } from '#src/platform/wire/peer-address.ts';

/** The bytes that the kernel holds for peers; Linux only, elsewhere there is nothing to read. */
export interface SendQueues {
  /** Memory of all TCP sockets of the machine. Cheap to ask for. */
  memoryBytes(): number;
  /**
   * Bytes that were sent on connections to the port and not taken yet, by peer (see peerName). Costs some 10
   * µs a socket.
   */
  read(port: number): Promise<Map<string, number>>;
}

const PAGE_BYTES = 4096;
/** Queues below this are normal for a listener over a long line: a round has 48 KB. */
const QUEUE_MIN_BYTES = 64 * 1024;
const LINE = /^ *\d+: [0-9A-F]+:([0-9A-F]{4}) ([0-9A-F]+):([0-9A-F]{4}) 01 ([0-9A-F]{8}):/gm;

export const linuxSendQueues: SendQueues = {
  memoryBytes() {
    try {
      const [, pages = '0'] =
        /^TCP:.* mem (\d+)/m.exec(readFileSync('/proc/self/net/sockstat', 'latin1')) ?? [];
      return Number(pages) * PAGE_BYTES;
    } catch {
      return 0;
    }
  },
  async read(port) {
    const texts = await Promise.all(
      ['tcp', 'tcp6'].map((name) => readFile(`/proc/self/net/${name}`, 'latin1').catch(() => '')),
    );
    return new Map(texts.flatMap((text) => parseSendQueues(text, port)));
  },
};

/**
 * Reads the long queues of established connections to a local port from a table of sockets (proc(5),
 * `/proc/net/tcp`).
 */
export function parseSendQueues(text: string, port: number): [peer: string, bytes: number][] {
  const queues: [string, number][] = [];
  for (const [, local = '', address = '', remote = '', queue = ''] of text.matchAll(LINE)) {
    const bytes = Number.parseInt(queue, 16);
    if (bytes < QUEUE_MIN_BYTES || Number.parseInt(local, 16) !== port) continue;
    queues.push([`${networkOrder(address)}:${Number.parseInt(remote, 16)}`, bytes]);
  }
  return queues;
}

/** Returns a peer's name in the queues: its address in hexadecimal digits, and its port. */
export function peerName(remoteAddress: string, remotePort: number): string {
  const plain = plainAddress(remoteAddress) ?? '';
  const digits = plain.includes(':')
    ? ipv6Groups(plain).map((group) => group.padStart(4, '0'))
    : plain.split('.').map((byte) => Number(byte).toString(16).padStart(2, '0'));
  return `${digits.join('')}:${remotePort}`;
}

/** The kernel writes words of 32 bits in the machine's order, which is little-endian wherever Node runs. */
function networkOrder(address: string): string {
  const words = address.toLowerCase().match(/.{8}/g) ?? [];
  const plain = words.map((word) => (word.match(/../g) ?? []).toReversed().join('')).join('');
  return plain.replace(/^0{20}ffff(?=.{8}$)/, '');
}
