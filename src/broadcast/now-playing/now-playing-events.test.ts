import { createServer } from 'node:http';
import { expect, test } from 'vitest';
import { openExchange } from '#src/broadcast/http/exchange.ts';
import { listen } from '#src/broadcast/testing/listen.ts';
import { ManualClock } from '#src/platform/clock/testing/manual-clock.ts';
import { stationConfig } from '#src/station/config/station-config.ts';
import { NowPlayingBoard } from './now-playing-board.ts';
import { NowPlayingEvents } from './now-playing-events.ts';

async function openEvents(subscribersMax: number) {
  const board = new NowPlayingBoard({ config: () => stationConfig({}), mediaBaseUrl: '', openedMs: 0 });
  const events = new NowPlayingEvents({ board, subscribersMax, clock: new ManualClock(), random: () => 0.5 });
  const server = createServer((request, response) => events.handle(openExchange(request, response)));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('no port');
  return {
    ask: (path = '/now-playing/events') => listen(`http://127.0.0.1:${address.port}`, path),
    [Symbol.dispose]() {
      events[Symbol.dispose]();
      server.closeAllConnections();
      server.close();
    },
  };
}

test('who finds no place is told to come back later, each at another moment', async () => {
  using events = await openEvents(2);
  using first = events.ask();
  using second = events.ask();
  for (const inside of [first, second]) {
    expect((await inside.head()).status).toBe(200);
    await inside.bytes(10);
  }
  using refused = events.ask();
  const { status, headers } = await refused.head();
  expect([status, headers.get('retry-after')]).toEqual([503, '45']);
});

test('events asked for behind another answer on the same connection end it', async () => {
  using events = await openEvents(10);
  using heard = events.ask();
  await heard.bytes(10);
  heard.socket.write('GET /now-playing/events HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await heard.ended;
});
