import { expect, test, vi } from 'vitest';
import { splitBroadcastFrames } from '#src/audio/mp3/broadcast-frames.ts';
import { listen } from '#src/broadcast/testing/listen.ts';
import { frameHolding } from '#src/broadcast/timeline/frame-grid.ts';
import { PATIENT } from '#src/platform/testing/patience.ts';
import { startFastRadio } from './support/fast-radio.ts';
import { addTones, createHome } from './support/radio.ts';

test('a listener who stops reading is put out, the others get every byte', async () => {
  await using home = await createHome();
  await addTones(home, 2, 30);
  await using radio = await startFastRadio(home, 30);
  const { log, origin } = radio;
  const others = Array.from({ length: 20 }, () => listen(origin, '/stream/dance.mp3'));
  const [first] = others;
  if (!first) throw new Error('nobody listens');
  using asleep = listen(origin, '/stream/dance.mp3');
  await asleep.head();
  asleep.socket.pause();

  const evicted = () => log.find(({ msg }) => msg === 'broadcast closed a listener that did not read');
  await vi.waitFor(() => expect(evicted()).toMatchObject({ reason: 'slow', streamId: 'dance' }), PATIENT);
  asleep.socket.resume();
  await asleep.ended;

  const before = first.body().length;
  for (const other of others) await other.bytes(before + 200_000);
  // By the instants of their first bytes: a tone sounds the same everywhere.
  const starts = await Promise.all(
    others.map(async (other) => frameHolding(Number((await other.head()).headers.get('x-first-ms')))),
  );
  const earliest = Math.min(...starts);
  const reference = Buffer.from(others[starts.indexOf(earliest)]?.body() ?? []);
  const { frameOffsets } = splitBroadcastFrames(reference);
  for (const [at, other] of others.entries()) {
    const from = frameOffsets[(starts[at] ?? 0) - earliest] ?? -1;
    expect(from).toBeGreaterThanOrEqual(0);
    const common = Math.min(other.body().length, reference.length - from);
    expect(common).toBeGreaterThan(200_000);
    expect(
      other
        .body()
        .subarray(0, common)
        .equals(reference.subarray(from, from + common)),
    ).toBe(true);
    other[Symbol.dispose]();
  }
  expect(log.filter(({ msg }) => msg === 'broadcast closed a listener that did not read')).toHaveLength(1);
});
