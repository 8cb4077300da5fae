import { z } from 'zod';
import { DAY_MS } from '#src/contract/durations.ts';
import type { Database } from '#src/db/database.ts';
import type { LockSession } from '#src/db/postgres/lock-session.ts';
import { jsonOrNull } from '#src/platform/files/json-lines.ts';
import { type Holder, MISSED_AFTER_MS } from './turn.ts';

/** By the clock of the database: those of the machines may differ. */
const NOW_MS = '(extract(epoch from clock_timestamp()) * 1000)::bigint';

const lookSchema = z.array(
  z.object({
    now_ms: z.number(),
    holder: z.string().nullable(),
    epoch: z.number().nullable(),
    beat_ms: z.number().nullable(),
    clock_ms: z.number().nullable(),
    is_released: z.number().nullable(),
  }),
);
const machinesSchema = z.array(
  z.object({ machine: z.string(), silent_ms: z.number(), addresses: z.string(), likeness: z.string() }),
);
const turnSchema = z.array(z.object({ epoch: z.number(), told_segments: z.string().nullable() }));
const addressesSchema = z.array(z.string());

/** A group as its rows tell of it. */
export interface GroupLook {
  readonly nowMs: number;
  readonly holder: Holder | null;
  /** How far the clock of the machine on the air was ahead of the database's. */
  readonly holderAheadMs: number;
  readonly others: readonly MachineRow[];
}

export interface MachineRow {
  readonly machine: string;
  /** Since it was last there. */
  readonly silentMs: number;
  readonly addresses: readonly string[];
  readonly likeness: string;
}

/** The rows of one group, as one of its machines reads and writes them. */
export class GroupRows {
  readonly #session: LockSession;
  readonly #group: string;
  readonly #machine: string;

  constructor(session: LockSession, group: string, machine: string) {
    this.#session = session;
    this.#group = group;
    this.#machine = machine;
  }

  async look(): Promise<GroupLook> {
    const [row] = lookSchema.parse(
      await this.#session.ask(
        `select ${NOW_MS} as now_ms, holder, epoch, beat_ms, clock_ms, is_released
         from (select 1) one left join broadcast_groups on name = $1`,
        [this.#group],
      ),
    );
    const machines = machinesSchema.parse(
      await this.#session.ask(
        `select machine, ${NOW_MS} - beat_ms as silent_ms, addresses, likeness from broadcast_machines
         where group_name = $1 and machine <> $2`,
        [this.#group, this.#machine],
      ),
    );
    const { now_ms: nowMs = 0, holder, epoch, beat_ms, clock_ms, is_released } = row ?? {};
    return {
      nowMs,
      holder: holder
        ? {
            machine: holder,
            epoch: epoch ?? 0,
            silentMs: nowMs - (beat_ms ?? 0),
            isReleased: is_released === 1,
          }
        : null,
      holderAheadMs: (clock_ms ?? 0) - (beat_ms ?? 0),
      others: machines.map(({ machine, silent_ms, addresses, likeness }) => ({
        machine,
        silentMs: silent_ms,
        // What is damaged, or of another version, leaves ORIGIN to ask at: no turn may depend on it.
        addresses: addressesSchema.safeParse(jsonOrNull(addresses)).data ?? [],
        likeness,
      })),
    };
  }

  /** Says that this machine is there. */
  async present(addresses: readonly string[], likeness: string): Promise<void> {
    await this.#session.ask(
      `insert into broadcast_machines (group_name, machine, beat_ms, addresses, likeness)
       values ($1, $2, ${NOW_MS}, $3, $4) on conflict (group_name, machine)
       do update set beat_ms = excluded.beat_ms, addresses = excluded.addresses, likeness = excluded.likeness`,
      [this.#group, this.#machine, JSON.stringify(addresses), likeness],
    );
  }

  /**
   * Says that this machine is on the air; false when the turn is no longer its own.
   * @param told null: nothing new
   */
  async beat(epoch: number, clockMs: number, told: string | null): Promise<boolean> {
    const rows = await this.#session.ask(
      `update broadcast_groups set beat_ms = ${NOW_MS}, clock_ms = $4, is_released = 0,
         told_segments = coalesce($5, told_segments)
       where name = $1 and holder = $2 and epoch = $3 returning epoch`,
      [this.#group, this.#machine, epoch, Math.round(clockMs), told],
    );
    return rows.length > 0;
  }

  /**
   * Writes the turn of this machine down anew, where the database has lost it or has an earlier one, as a backup that was
   * put back does; false where a later one stands there. Call it with the lock in hand.
   */
  async keep(epoch: number, clockMs: number, told: string | null): Promise<boolean> {
    const rows = await this.#session.ask(
      `insert into broadcast_groups as held (name, holder, epoch, beat_ms, clock_ms, is_released, told_segments)
       values ($1, $2, $3, ${NOW_MS}, $4, 0, $5) on conflict (name) do update
       set holder = excluded.holder, epoch = excluded.epoch, beat_ms = excluded.beat_ms,
         clock_ms = excluded.clock_ms, is_released = 0, told_segments = excluded.told_segments
       where held.epoch < excluded.epoch returning epoch`,
      [this.#group, this.#machine, epoch, Math.round(clockMs), told],
    );
    return rows.length > 0;
  }

  /**
   * Takes the turn, unless its holder has come back or another machine was faster. Call it with the lock in hand.
   * @returns its number, and which segments were told before it; null when it is not to be had
   */
  async take(
    known: Holder | null,
    clockMs: number,
  ): Promise<{ epoch: number; toldSegments: string | null } | null> {
    const [taken] = turnSchema.parse(
      await this.#session.ask(
        `insert into broadcast_groups as held (name, holder, epoch, beat_ms, clock_ms, is_released)
         values ($1, $2, 1, ${NOW_MS}, $3, 0) on conflict (name) do update
         set holder = excluded.holder, epoch = held.epoch + 1, beat_ms = excluded.beat_ms,
           clock_ms = excluded.clock_ms, is_released = 0
         where held.epoch = $4 and (held.is_released = 1 or held.holder = $2 or abs(${NOW_MS} - held.beat_ms) >= $5)
         returning epoch, told_segments`,
        [this.#group, this.#machine, Math.round(clockMs), known?.epoch ?? 0, MISSED_AFTER_MS],
      ),
    );
    return taken ? { epoch: taken.epoch, toldSegments: taken.told_segments } : null;
  }

  /** Lets go of the turn: any other machine may have it at once. */
  async release(epoch: number): Promise<void> {
    await this.#session.ask(
      'update broadcast_groups set is_released = 1 where name = $1 and holder = $2 and epoch = $3',
      [this.#group, this.#machine, epoch],
    );
  }
}

/** How long a machine is known that is not there. */
const MACHINE_KEPT_MS = 30 * DAY_MS;

/**
 * Forgets machines of a group that have not been there for long. While the database is away the others ask at all
 * addresses that they know, and believe what they hear: those of a machine that was replaced may be somebody else's.
 */
export async function forgetGoneMachines(db: Database, group: string, nowMs: number): Promise<void> {
  await db
    .deleteFrom('broadcast_machines')
    .where('group_name', '=', group)
    .where('beat_ms', '<', nowMs - MACHINE_KEPT_MS)
    .execute();
}
