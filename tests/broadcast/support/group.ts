import { cp } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { groupAnswerSchema } from '#src/broadcast/group/keeper.wire.ts';
import { CuttableNetwork } from '../../support/cuttable-network.ts';
import { freePort } from '../../support/free-port.ts';
import { command, type PostgresServer } from '../../support/postgres.ts';
import { addTones, createHome, type Home, launchRadio, type Radio } from './radio.ts';

/** A machine of a group: a broadcast with its own folders, and its own way to the database. */
export interface GroupMachine {
  readonly home: Home;
  readonly database: CuttableNetwork;
  radio: Radio;
  /** Starts it again, on the port that it had. */
  start(): Promise<void>;
}

/** Two machines of one group, with the same music. */
export interface TestGroup extends AsyncDisposable {
  readonly databaseUrl: string;
  readonly machines: readonly [GroupMachine, GroupMachine];
}

const GROUP = 'radio';

/**
 * The first of the two is on the air, the other one stands by.
 * @param options.prepare is called with the first one's folders before it starts
 */
export async function startGroup(
  server: PostgresServer,
  {
    tones = 6,
    seconds = 20,
    prepare = async () => {},
  }: { tones?: number; seconds?: number; prepare?: (first: Home) => Promise<void> } = {},
): Promise<TestGroup> {
  await using opening = new AsyncDisposableStack();
  const name = `onde_group_${Math.random().toString(36).slice(2)}`;
  await command(server.url, `create database ${name}`);
  // A test may have ended the server.
  opening.defer(() => command(server.url, `drop database ${name} with (force)`).catch(() => {}));
  const databaseUrl = Object.assign(new URL(server.url), { pathname: `/${name}` }).href;
  const first = opening.use(await createHome());
  const second = opening.use(await createHome());
  await addTones(first, tones, seconds);
  await cp(first.folder.media, second.folder.media, { recursive: true });
  await prepare(first);
  const machineOn = async (home: Home): Promise<GroupMachine> => {
    const database = opening.use(await CuttableNetwork.open(Number(new URL(databaseUrl).port)));
    const port = String(await freePort());
    const url = Object.assign(new URL(databaseUrl), { port: String(database.port) }).href;
    const settings = { PORT: port, BROADCAST_GROUP: GROUP, DATABASE_URL: url };
    const start = () => launchRadio(home, { settings });
    const machine = {
      home,
      database,
      radio: await start(),
      async start() {
        machine.radio = await start();
      },
    };
    opening.defer(async () => void (await machine.radio.end('SIGKILL')));
    return machine;
  };
  const one = await machineOn(first);
  await one.radio.printed(/is on air at/);
  const other = await machineOn(second);
  await until(async () => (await onAirOf(other)) === false);
  const resources = opening.move();
  return {
    databaseUrl,
    machines: [one, other],
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

/** Whether a machine says that it is on the air; null when it does not answer. */
export async function onAirOf({ radio }: GroupMachine): Promise<boolean | null> {
  try {
    const answer = await fetch(`${radio.origin}/broadcast-group`);
    return groupAnswerSchema.parse(await answer.json()).on_air;
  } catch {
    return null;
  }
}

/** Whether whoever asks for a stream gets it here. */
export async function isHeard({ radio }: GroupMachine): Promise<boolean> {
  try {
    const answer = await fetch(`${radio.origin}/stream/dance.mp3`);
    await answer.body?.cancel();
    return answer.ok;
  } catch {
    return false;
  }
}

export async function until(isThere: () => Promise<boolean>): Promise<void> {
  while (!(await isThere())) await delay(25);
}
