import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BEAT_EVERY_MS, type FromKeeper } from '#src/broadcast/group/keeper.wire.ts';
import { type DatabaseOptions, openDatabase, openPostgresAsItIs } from '#src/db/open-database.ts';
import { Keeper } from '#src/group/keeper.ts';
import type { KeeperOptions } from '#src/group/keeper-options.ts';
import { type Clock, systemClock } from '#src/platform/clock/clock.ts';
import { createLogger } from '#src/platform/log/logger.ts';

/** The group of the machines that `startMachine` starts. */
export const GROUP = 'radio';
/** What their broadcast has written down of its segments. */
export const TOLD_SEGMENTS = '{"dance":null}';

/** What a machine differs in from the others. */
export interface Machine {
  readonly place?: string;
  /** Its way to the database, where that is another one. */
  readonly databaseUrl?: string | null;
  readonly openDatabase?: KeeperOptions['openDatabase'];
  readonly clock?: Clock;
}

/** What a test has in common for all machines that it starts. */
export interface MachineTest {
  readonly stack: AsyncDisposableStack;
  readonly database: DatabaseOptions;
  readonly log: string[];
}

/** A machine as the test sees it. */
export interface StartedMachine {
  readonly keeper: Keeper;
  /** What the keeper said to broadcast. */
  readonly said: FromKeeper[];
  /** The file in which it remembers itself. */
  readonly record: string;
  /** What stood in that when the turn was said to be lost. */
  recordAtLost(): string;
}

/** Makes a folder that goes with the test. */
export async function newFolder(stack: AsyncDisposableStack): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'onde-keeper-'));
  stack.defer(() => rm(root, { recursive: true, force: true }));
  return root;
}

/** Says nothing while it hangs; one that is stuck never gets its streams open. */
export interface Broadcast {
  hangs: boolean;
  readonly isStuck?: boolean;
}

/** Starts the keeper of a machine whose broadcast does as it is told, where nothing is wrong with it. */
export async function startMachine(
  { stack, database, log }: MachineTest,
  broadcast: Broadcast,
  machine: Machine,
): Promise<StartedMachine> {
  const { place, databaseUrl = database.databaseUrl, clock = systemClock } = machine;
  const root = place ?? (await newFolder(stack));
  await writeFile(join(root, 'hls.json'), TOLD_SEGMENTS);
  const said: FromKeeper[] = [];
  const record = join(root, 'group.json');
  const url = databaseUrl ?? '';
  const logger = createLogger({ level: 'info', part: 'test', to: { write: (line) => void log.push(line) } });
  let recordAtLost = '';
  const keeper = stack.use(
    new Keeper({
      group: GROUP,
      databaseUrl: url,
      openDatabase: machine.openDatabase ?? (() => openDatabase(database)),
      openAsItIs: () => openPostgresAsItIs(url, logger),
      folder: {
        root,
        journal: join(root, 'journal'),
        toldSegments: join(root, 'hls.json'),
        groupRecord: record,
      },
      addresses: () => [],
      origin: 'http://127.0.0.1:1',
      likeness: () => '',
      onStandingBy: () => {},
      say(message) {
        if (message.type === 'lost') recordAtLost = readFileSync(record, 'utf8');
        said.push(message);
      },
      clock,
      logger,
    }),
  );
  const alive = () => {
    if (broadcast.hangs) return;
    const hasTurn = said.some(({ type }) => type === 'turn') && !said.some(({ type }) => type === 'lost');
    keeper.hear({ type: 'alive', isOnAir: hasTurn && broadcast.isStuck !== true });
  };
  alive();
  stack.use(systemClock.every(BEAT_EVERY_MS, alive));
  return { keeper, said, record, recordAtLost: () => recordAtLost };
}
