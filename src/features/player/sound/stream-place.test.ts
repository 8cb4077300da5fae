import { beforeEach, expect, test } from 'vitest';
import { ManualClock } from '#src/platform/clock/testing/manual-clock.ts';
import { StreamPlace } from './stream-place.ts';

const ADDRESS = 'https://radio.example/stream/dance.mp3?session=abcdef0123456789';

let clock: ManualClock;
let asked: string[];
/** What the server answers next; null for no answer. */
let answer: { status: number; reply: unknown } | null;

beforeEach(() => {
  clock = new ManualClock();
  asked = [];
  answer = { status: 200, reply: { success: true, data: { first_ms: 5_000 } } };
});

const open = (src = ADDRESS) =>
  new StreamPlace(
    { src, currentTime: 1.5 },
    {
      clock,
      async fetchJson(asking) {
        asked.push(asking);
        if (answer === null) throw new TypeError('no network');
        return answer;
      },
    },
  );

const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

async function pass(ms: number): Promise<void> {
  clock.advance(ms);
  await settle();
}

test('asks once where its session began, and knows what is heard', async () => {
  using place = open();
  expect(place.heardMs).toBeNull();
  await settle();
  expect(place.heardMs).toBe(5_000 + 1_500);
  await pass(200_000);
  expect(asked).toEqual(['https://radio.example/stream/dance/session/abcdef0123456789']);
});

test('asks again, later each time, while there is no answer or none that can be read', async () => {
  answer = null;
  using place = open();
  await settle();
  await pass(999);
  expect(asked).toHaveLength(1);
  await pass(1);
  answer = { status: 200, reply: { data: { first_ms: 'soon' } } };
  await pass(2_000);
  expect(asked).toHaveLength(3);
  answer = { status: 200, reply: { data: { first_ms: 7_000 } } };
  await pass(4_000);
  expect(place.heardMs).toBe(7_000 + 1_500);
});

test('asks a server that knows no sessions only twice', async () => {
  answer = { status: 404, reply: { success: false } };
  using place = open();
  await settle();
  await pass(1_000);
  await pass(3_600_000);
  expect(asked).toHaveLength(2);
  expect(place.heardMs).toBeNull();
});

test('asks nothing of a stream without a session', async () => {
  using place = open('https://icecast.example/dance.mp3');
  await settle();
  expect([asked, place.heardMs]).toEqual([[], null]);
});

test('learns of a radio that was dated anew, at once when told to and some time later by itself', async () => {
  using place = open();
  await settle();
  answer = { status: 200, reply: { data: { first_ms: 8_000 } } };
  place.askAgain();
  await settle();
  expect(place.heardMs).toBe(8_000 + 1_500);
  answer = { status: 200, reply: { data: { first_ms: 9_000 } } };
  await pass(300_000);
  expect(place.heardMs).toBe(9_000 + 1_500);
});

test('believes the answer to what was asked last, whichever comes last', async () => {
  const answers = [5_000, 8_000].map((first_ms) => {
    const { promise, resolve } = Promise.withResolvers<{ status: number; reply: unknown }>();
    return { promise, come: () => resolve({ status: 200, reply: { data: { first_ms } } }) };
  });
  const left = answers.values();
  const fetchJson = async () => left.next().value?.promise ?? Promise.reject(new TypeError('no network'));
  using place = new StreamPlace({ src: ADDRESS, currentTime: 1.5 }, { clock, fetchJson });
  place.askAgain();
  for (const answer of answers.toReversed()) {
    answer.come();
    await settle();
  }
  expect(place.heardMs).toBe(8_000 + 1_500);
});

test.each([
  [ADDRESS, undefined, 'guest'],
  [`${ADDRESS}&noads=token`, undefined, 'member'],
  [`${ADDRESS}&noads=expired`, 'guest', 'guest'],
])('%s, of which the server says %s, is the variant of a %s', async (address, told, variant) => {
  answer = { status: 200, reply: { data: { first_ms: 1, variant: told } } };
  using place = open(address);
  await settle();
  expect(place.variant).toBe(variant);
});

test('asks nothing any more once it is over', async () => {
  answer = null;
  const place = open();
  place[Symbol.dispose]();
  await settle();
  await pass(3_600_000);
  expect(asked).toHaveLength(1);
});
