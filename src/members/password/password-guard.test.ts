import { expect, test } from 'vitest';
import { FairLine, PasswordGuard } from './password-guard.server.ts';
import { hashPassword } from './password-hash.server.ts';

const CHEAP = { memoryKib: 64, passes: 1, lanes: 1 };

test('the right password of an account matches, of no account never', async () => {
  const guard = new PasswordGuard();
  const stored = await guard.hash('192.0.2.1', 'some words');
  expect(await guard.verify('192.0.2.1', [stored], 'some words')).toEqual({ matched: 0, rehashed: null });
  expect(await guard.verify('192.0.2.1', [stored], 'other words')).toEqual({ matched: -1, rehashed: null });
  expect(await guard.verify('192.0.2.1', [null], '')).toEqual({ matched: -1, rehashed: null });
});

test('of several accounts the first whose password it is matches', async () => {
  const guard = new PasswordGuard();
  const [one, other] = await Promise.all([hashPassword('one', CHEAP), guard.hash('192.0.2.1', 'other')]);
  expect((await guard.verify('192.0.2.1', [one, other, other], 'other')).matched).toBe(1);
  expect((await guard.verify('192.0.2.1', [null, one], 'one')).matched).toBe(1);
  expect((await guard.verify('192.0.2.1', [one, null], 'third')).matched).toBe(-1);
});

test('a right password stored at an old cost comes back at today’s, a wrong one does not', async () => {
  const guard = new PasswordGuard();
  const old = await hashPassword('some words', CHEAP);
  expect((await guard.verify('192.0.2.1', [old], 'other words')).rehashed).toBeNull();
  const { rehashed } = await guard.verify('192.0.2.1', [old], 'some words');
  expect(rehashed).toMatch(/m=19456,t=2,p=1/);
  expect(await guard.verify('192.0.2.1', [rehashed], 'some words')).toEqual({ matched: 0, rehashed: null });
});

test('of a burst only as many hash at once as there are permits, the others in turn', async () => {
  const guard = new PasswordGuard({ cost: CHEAP, permits: 2 });
  const stored = await hashPassword('some words', CHEAP);
  let running = 0;
  let release = () => {};
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  const burst = Array.from({ length: 8 }, (_, caller) =>
    guard.verify(`192.0.2.${caller}`, [stored], 'some words', async () => {
      running++;
      await gate;
    }),
  );
  await Promise.resolve();
  expect(running).toBe(2);
  release();
  expect((await Promise.all(burst)).map(({ matched }) => matched)).toEqual(Array(8).fill(0));
  expect(running).toBe(8);
});

test('when the line is full, the next one is refused at once and the line goes on', async () => {
  const guard = new PasswordGuard({ cost: CHEAP, permits: 1, waiting: 1 });
  const stored = await hashPassword('some words', CHEAP);
  const first = guard.verify('192.0.2.1', [stored], 'some words');
  const second = guard.verify('192.0.2.1', [stored], 'some words');
  await expect(guard.verify('192.0.2.1', [stored], 'some words')).rejects.toMatchObject({
    status: 503,
    details: { retryAfterSeconds: 10 },
  });
  expect([await first, await second].map(({ matched }) => matched)).toEqual([0, 0]);
  expect((await guard.verify('192.0.2.1', [stored], 'some words')).matched).toBe(0);
});

test('one caller holds forty places and no more, and others go between theirs', async () => {
  const guard = new PasswordGuard({ cost: CHEAP, permits: 1 });
  const stored = await hashPassword('some words', CHEAP);
  const verify = (caller: string) => guard.verify(caller, [stored], 'some words');
  const held = Array.from({ length: 40 }, () => verify('192.0.2.1'));
  await expect(verify('192.0.2.1')).rejects.toMatchObject({ status: 429, details: { retryAfterSeconds: 1 } });
  let done = 0;
  for (const one of held) void one.then(() => done++);
  await verify('192.0.2.2');
  expect(done).toBeLessThan(4);
  expect((await Promise.all(held)).map(({ matched }) => matched)).toEqual(Array(40).fill(0));
  expect((await verify('192.0.2.1')).matched).toBe(0);
});

test('a /48 holds eighty places of the line, so that it cannot fill it', async () => {
  const guard = new PasswordGuard({ cost: CHEAP, permits: 1 });
  const stored = await hashPassword('some words', CHEAP);
  const verify = (caller: string) => guard.verify(caller, [stored], 'some words');
  const held = Array.from({ length: 80 }, (_, at) => verify(`2001:db8:1:${at % 3}::/64`));
  await expect(verify('2001:db8:1:3::/64')).rejects.toMatchObject({ status: 429 });
  const others = [verify('2001:db8:2::/64'), verify('192.0.2.1')];
  const all = await Promise.all([...held, ...others]);
  expect(all.map(({ matched }) => matched)).toEqual(Array(82).fill(0));
  expect((await verify('2001:db8:1:3::/64')).matched).toBe(0);
});

test('a refusal before hashing gives the permit back', async () => {
  const guard = new PasswordGuard({ cost: CHEAP, permits: 1 });
  const refuse = async () => {
    throw new Error('limited');
  };
  await expect(guard.verify('192.0.2.1', [null], 'x', refuse)).rejects.toThrow('limited');
  expect((await guard.verify('192.0.2.1', [null], 'x')).matched).toBe(-1);
});

test('hashes that were made beside each other take the time of one', async () => {
  const guard = new PasswordGuard();
  const first = await guard.hash('192.0.2.1', 'first');
  const others = [
    await guard.hash('192.0.2.1', 'second', first),
    await guard.hash('192.0.2.1', 'third', first),
  ];
  const salts = new Set([first, ...others].map((encoded) => encoded.split('$')[4]));
  expect(salts.size).toBe(1);
  expect((await guard.verify('192.0.2.1', [first, ...others], 'third')).matched).toBe(2);
  expect((await guard.verify('192.0.2.1', [first, ...others], 'fourth')).matched).toBe(-1);
});

test('one of each caller goes in turn, and of one caller who came first', async () => {
  const line = new FairLine();
  const gone: string[] = [];
  for (const name of ['a1', 'a2', 'a3', 'b1', 'c1', 'b2'])
    void line.wait(name.charAt(0)).then(() => gone.push(name));
  expect(line.length).toBe(6);
  while (line.next());
  await Promise.resolve();
  expect(gone).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
  expect([line.length, line.next()]).toEqual([0, false]);
});
