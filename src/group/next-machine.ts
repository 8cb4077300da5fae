import type { Clock } from '#src/platform/clock/clock.ts';
import { askMachines } from './ask-machines.ts';
import type { GroupRows, MachineRow } from './group-rows.ts';

/** How long the next machine has to take the turn and to open its streams; less than broadcast waits for it. */
const TAKEN_WITHIN_MS = 3_500;
const PAUSE_MS = 50;

/**
 * Waits until another machine has taken the turn that this one let go of, and is on the air: it has the turn at once,
 * and until its streams are open they are heard here.
 * @returns the machine that has the turn; null when none took it in time
 */
export async function waitForNext(
  rows: Pick<GroupRows, 'look'>,
  { machine, group, clock }: { machine: string; group: string; clock: Clock },
): Promise<string | null> {
  const untilMs = clock.monotonicMs() + TAKEN_WITHIN_MS;
  let next: string | null = null;
  while (clock.monotonicMs() < untilMs) {
    const { holder, others } = await rows.look();
    const row = others.find((one) => one.machine === holder?.machine);
    next = holder !== null && holder.machine !== machine ? holder.machine : null;
    if (holder !== null && row !== undefined && (await isOnAir(row, holder.epoch, group))) break;
    await new Promise<void>((resolve) => clock.after(PAUSE_MS, resolve));
  }
  return next;
}

async function isOnAir({ machine, addresses }: MachineRow, epoch: number, group: string): Promise<boolean> {
  const heard = await askMachines(addresses, group);
  return heard.some((one) => one.machine === machine && one.isOnAir && one.epoch === epoch);
}
