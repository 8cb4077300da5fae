import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';

/**
 * Listeners that come and go: so many a second join a stream, each in the manner of some device, and stay for a while.
 * Tells its parent every few seconds how it goes.
 */
const [address = '', rate = '0'] = process.argv.slice(2);
const { hostname, port, pathname } = new URL(address);
const TICK_MS = 100;
const TELL_EVERY_MS = 5_000;
/** Longest stay; half of it on average. */
const STAY_MS = 40_000;
const FROM_MS = 60_000;

const counts = { joined: 0, refused: 0, open: 0 };
let owed = 0;

/** How a listener asks, and whether it goes on reading. */
interface Manner {
  readonly query: string;
  readonly head: string;
  readonly reads: boolean;
}

function drawManner(): Manner {
  const draw = Math.random();
  const plain = { query: '', head: '', reads: true };
  if (draw < 0.1) return { ...plain, query: `?from=${Math.round(Date.now() - FROM_MS * Math.random())}` };
  if (draw < 0.2) return { ...plain, head: 'Icy-MetaData: 1\r\n' };
  if (draw < 0.5) return { ...plain, query: `?session=${randomBytes(16).toString('hex')}` };
  if (draw < 0.52) return { ...plain, reads: false };
  return plain;
}

function join({ query, head, reads }: Manner): void {
  const socket = connect(Number(port), hostname);
  let [isIn, hasLeft] = [false, false];
  counts.open += 1;
  const leaving = setTimeout(() => {
    hasLeft = true;
    socket.destroy();
  }, Math.random() * STAY_MS);
  socket.on('connect', () =>
    socket.write(
      `GET ${pathname}${query} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nUser-Agent: soak\r\n${head}\r\n`,
    ),
  );
  socket.on('data', (chunk) => {
    if (isIn) return;
    isIn = true;
    if (chunk.toString('latin1', 0, 12) === 'HTTP/1.1 200') counts.joined += 1;
    else counts.refused += 1;
    if (!reads) socket.pause();
  });
  socket.on('error', () => {});
  socket.once('close', () => {
    clearTimeout(leaving);
    counts.open -= 1;
    if (!isIn && !hasLeft) counts.refused += 1;
  });
}

setInterval(() => {
  for (owed += (Number(rate) * TICK_MS) / 1_000; owed >= 1; owed -= 1) join(drawManner());
}, TICK_MS);
setInterval(() => process.send?.(counts), TELL_EVERY_MS);
