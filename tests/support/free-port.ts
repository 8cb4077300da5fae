import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { hasErrorCode } from '#src/platform/errors/error-code.ts';

/** Below 32768, where Linux begins to give out ports by itself: nothing gets one of these by chance. */
const FIRST = 20_000;
const COUNT = 12_000;
/** Nothing answers at this address of the machine, and whoever wants a port listens there first. */
const HOLDING_ADDRESS = '127.0.0.9';

/**
 * A port of 127.0.0.1 for a server that begins later or comes back: no other test process of this machine is given it as
 * long as this one lives, though nobody listens on it meanwhile.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = FIRST + Math.floor(Math.random() * COUNT);
    const held = await listenOn(HOLDING_ADDRESS, port);
    if (held === null) continue;
    held.unref();
    const trial = await listenOn('127.0.0.1', port);
    await new Promise((resolve) => (trial ?? held).close(resolve));
    if (trial !== null) return port;
  }
}

/** Null where somebody else does. */
async function listenOn(host: string, port: number): Promise<Server | null> {
  const server = createServer().listen(port, host);
  try {
    await once(server, 'listening');
    return server;
  } catch (error) {
    if (hasErrorCode(error, 'EADDRINUSE')) return null;
    throw error;
  }
}
