import { mkdtempDisposableSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ManualClock } from '#src/platform/clock/testing/manual-clock.ts';
import { createLogger } from '#src/platform/log/logger.ts';
import { readSettings } from '#src/platform/settings/settings.ts';
import type { RunningKeeper, Turn } from './group/group-keeper.ts';
import { runInstance } from './run-instance.ts';

/** A group that does as it is told. */
class ObedientKeeper implements RunningKeeper {
  readonly #turn = Promise.withResolvers<Turn>();
  readonly #lost = Promise.withResolvers<void>();
  readonly turn = this.#turn.promise;
  readonly lost = this.#lost.promise;
  readonly place = { machine: 'north', epoch: 1 };
  isOnAir = false;

  giveTurn = () => this.#turn.resolve({ epoch: 1, aheadMs: 0 });
  takeTurn = () => this.#lost.resolve();
  wentOnAir(): void {
    this.isOnAir = true;
  }
  play(): void {}
  passOn = async () => false;
  async [Symbol.asyncDispose]() {}
}

test.each([
  ['while it opens its streams', 'lost', false],
  ['when they play', 'on-air', true],
] as const)('a machine whose turn is taken %s leaves nothing that plays on', async (when, how, isOnAir) => {
  using root = mkdtempDisposableSync(join(tmpdir(), 'onde-turn-'));
  const stationDir = join(root.path, 'station');
  await mkdir(stationDir);
  await writeFile(join(stationDir, 'station.yaml'), 'name: Onde\n');
  const clock = new ManualClock();
  const keeper = new ObedientKeeper();
  const read = readSettings(
    {
      HOST: '127.0.0.1',
      DATA_DIR: join(root.path, 'data'),
      STATION_DIR: stationDir,
      DATABASE_URL: 'postgres://127.0.0.1:1/onde',
      BROADCAST_GROUP: 'radio',
    },
    '/nowhere',
  );
  const instance = await runInstance({
    settings: { ...read, port: 0 },
    logger: createLogger({ level: 'silent', part: 'test' }),
    withHotReload: false,
    clock,
    openKeeper: () => keeper,
  });
  keeper.giveTurn();
  const onAir = instance.onAir(new Promise(() => {}));
  if (when === 'when they play') await onAir;
  keeper.takeTurn();
  expect(await onAir).toBe(how);
  await instance.lost;
  expect(keeper.isOnAir).toBe(isOnAir);
  await instance[Symbol.asyncDispose]();
  expect(clock.untilNextMs).toBeNull();
});
