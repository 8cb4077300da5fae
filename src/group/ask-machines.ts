import { GROUP_PATH, groupAnswerSchema } from '#src/broadcast/group/keeper.wire.ts';
import type { Neighbour } from './turn.ts';

/** A machine that is on the air answers from memory; one without power answers nothing. */
const ANSWER_MAX_MS = 600;

/** Asks at all addresses at once which machine of the group is there, and whether it is on the air. */
export async function askMachines(addresses: readonly string[], group: string): Promise<Neighbour[]> {
  const answers = await Promise.all([...new Set(addresses)].map((address) => ask(address, group)));
  return answers.flatMap((answer) => answer ?? []);
}

async function ask(address: string, group: string): Promise<Neighbour | null> {
  try {
    const answer = await fetch(`${address}${GROUP_PATH}`, {
      redirect: 'manual',
      signal: AbortSignal.timeout(ANSWER_MAX_MS),
    });
    const { data } = groupAnswerSchema.safeParse(await answer.json());
    if (data?.group !== group) return null;
    return { machine: data.machine, epoch: data.epoch, isOnAir: data.on_air };
  } catch {
    return null;
  }
}
