import { expect, test, vi } from 'vitest';
import { listen } from '#src/broadcast/testing/listen.ts';
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
  const shortest = Math.min(...others.map((other) => other.body().length)) - 70_000;
  const reference = first.body();
  for (const other of others) {
    const body = other.body();
    const at = reference.indexOf(body.subarray(0, 2_000));
    const start =
      at >= 0 ? { ours: 0, theirs: at } : { ours: body.indexOf(reference.subarray(0, 2_000)), theirs: 0 };
    const ours = body.subarray(start.ours, start.ours + shortest);
    expect(ours.equals(reference.subarray(start.theirs, start.theirs + shortest))).toBe(true);
    other[Symbol.dispose]();
  }
  expect(log.filter(({ msg }) => msg === 'broadcast closed a listener that did not read')).toHaveLength(1);
});
