import { HOUR_MS } from '#src/contract/durations.ts';
import type { Services, Sweep } from '#src/features/services.server.ts';
import { SingleRun } from '#src/platform/scheduling/single-run.ts';

const SWEEP_EVERY_MS = HOUR_MS;

type SweepServices = Pick<Services, 'clock' | 'logger' | 'believed'>;

/** Runs all sweeps now and every hour, once at a time; disposing waits for those under way. */
export function openSweeps(services: SweepServices, sweeps: readonly Sweep[]): AsyncDisposable {
  const runs = new SingleRun(() => sweepAll(services, sweeps));
  const sweeping = services.clock.every(SWEEP_EVERY_MS, () => void runs.run());
  void runs.run();
  return {
    async [Symbol.asyncDispose]() {
      sweeping[Symbol.dispose]();
      await runs[Symbol.asyncDispose]();
    },
  };
}

/**
 * One after the other: two that delete rows of one member at a time could wait for each other. One that fails
 * is told by its name and keeps no other from its turn. Nothing goes by a clock that is not believed [W120].
 */
async function sweepAll({ logger, believed }: SweepServices, sweeps: readonly Sweep[]): Promise<void> {
  const told = (what: string) => (error: unknown) =>
    logger.error(
      { err: error },
      `Onde could not delete what is past its time (${what}); it tries again in an hour: check the database`,
    );
  const nowMs = await believed.nowMs().catch((error: unknown) => {
    told('of all kinds')(error);
    return null;
  });
  if (nowMs === null) return;
  for (const { what, run } of sweeps) await run(nowMs).catch(told(what));
}
