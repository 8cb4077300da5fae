import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { z } from 'zod';
import { replaceFile } from '#src/platform/files/replace-file.ts';

const recordSchema = z.object({
  machine: z.string(),
  /** Where it was written: a copy of the folder is another machine. */
  host: z.string(),
  folder: z.string(),
  epoch: z.int(),
  isOnAir: z.boolean(),
  /** Where the other machines of the group were reached. */
  neighbours: z.array(z.string()),
});
export type MachineRecord = z.infer<typeof recordSchema>;

/** What a DATA_DIR knows of itself in its group; a new machine where there is nothing, or a copy of another's. */
export function readMachineRecord(path: string, folder: string): MachineRecord {
  const host = hostname();
  const fresh = { machine: randomBytes(12).toString('base64url'), host, folder };
  try {
    const record = recordSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
    if (record.host === host && record.folder === folder) return record;
  } catch {
    // Not there yet, or torn: another machine, which has to wait for its turn.
  }
  return { ...fresh, epoch: 0, isOnAir: false, neighbours: [] };
}

/** Never rejects: without it a start while no database answers stands by. */
export async function keepMachineRecord(path: string, record: MachineRecord): Promise<void> {
  await replaceFile(path, JSON.stringify(record)).catch(() => {});
}

/** By which the database's server knows the sessions of a machine. */
export function sessionName(machine: string): string {
  return `onde keeper ${machine}`;
}
