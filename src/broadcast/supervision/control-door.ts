import { existsSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { TRANSPORTS } from '#src/broadcast/journal/journal-entry.wire.ts';
import { VARIANTS } from '#src/broadcast/timeline/timeline.ts';
import { STREAM_IDS } from '#src/contract/streams.ts';
import { hasErrorCode } from '#src/platform/errors/error-code.ts';
import { OperatorError } from '#src/platform/errors/operator-error.ts';
import { createServer, request } from '#src/platform/wire/node-http.ts';

/** Longest time for an answer that needs nothing but memory. */
const ANSWER_MAX_MS = 5_000;

/** Who listens at this moment, place by place. */
const presentSchema = z.array(
  z.object({
    streamId: z.enum(STREAM_IDS),
    variant: z.enum(VARIANTS),
    transport: z.enum(TRANSPORTS),
    listeners: z.int(),
  }),
);
type Present = z.infer<typeof presentSchema>;

/** The mounts at Icecast and who listens there; none without one [W195]. */
const icecastSchema = z.array(
  z.object({
    streamId: z.enum(STREAM_IDS),
    variant: z.enum(VARIANTS),
    isOnAir: z.boolean(),
    listeners: z.int().nullable(),
  }),
);
export type AtIcecast = z.infer<typeof icecastSchema>;

/** What the command line may ask of a running instance. */
interface ControlDoorOptions {
  /** @throws {NoWebProcess} */
  reload(): Promise<void>;
  /** Lets another machine of the group take over; false when none has. Null: this machine has no group. */
  handOver: (() => Promise<boolean>) | null;
  /** Null while this machine stands by. */
  listeners(): Present | null;
  icecast(): AtIcecast;
}

/** There is nothing to replace. */
export class NoWebProcess extends OperatorError {
  constructor() {
    super(
      'No web process runs here: this machine stands by, plays without pages, or has only begun to start.',
      'The next one that starts takes the new build.',
    );
  }
}

/** There is nobody to ask. */
export class NoInstance extends OperatorError {
  constructor(cause: unknown) {
    super('No instance is running on this DATA_DIR.', 'Start one: npm start', { cause });
  }
}

/** The door while it is open. */
export interface ControlDoor extends AsyncDisposable {
  /** Opens it anew where its socket has been removed. */
  reopen(): Promise<void>;
}

/**
 * Opens the door by which the command line speaks to a running instance: HTTP on a unix socket that only this
 * account can open.
 */
export async function openControlDoor(
  socketPath: string,
  { reload, handOver, listeners, icecast }: ControlDoorOptions,
): Promise<ControlDoor> {
  const server = createServer((call, reply) => {
    const what = `${call.method} ${call.url}`;
    if (what === 'GET /listeners') {
      const present = listeners();
      reply.writeHead(present === null ? 409 : 200).end(JSON.stringify(present));
    } else if (what === 'GET /icecast') reply.writeHead(200).end(JSON.stringify(icecast()));
    else if (what === 'POST /hand-over' && handOver !== null)
      void handOver().then((isTaken) => reply.writeHead(isTaken ? 204 : 409).end());
    else if (what !== 'POST /reload') reply.writeHead(404).end();
    else
      reload().then(
        () => reply.writeHead(204).end(),
        (error: unknown) =>
          reply
            .writeHead(error instanceof NoWebProcess ? 409 : 500)
            .end(error instanceof Error ? error.message : String(error)),
      );
  });
  const open = () =>
    new Promise<void>((resolve, reject) => server.once('error', reject).listen(socketPath, resolve));
  const close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  await open();
  return {
    async reopen() {
      if (existsSync(socketPath)) return;
      await close();
      await open();
    },
    [Symbol.asyncDispose]: close,
  };
}

/**
 * Asks the running instance to replace its web process; resolves when the new one has taken over.
 * @throws {OperatorError} when none is running, it has no web process, or the new process does not come up
 */
export async function requestReload(socketPath: string): Promise<void> {
  const reply = await ask(socketPath, { method: 'POST', path: '/reload', command: 'reload' });
  if (reply.status === 204) return;
  if (reply.status === 409) throw new NoWebProcess();
  throw new OperatorError(
    `The new web process did not come up: ${reply.body}. The one before goes on serving.`,
    'The log of the instance says why.',
  );
}

/**
 * Asks the running instance to let another machine of its group take over; resolves when that is on the air.
 * @throws {OperatorError} when none is running, it has no group, or no other machine has taken over
 */
export async function requestHandOver(socketPath: string): Promise<void> {
  const reply = await ask(socketPath, { method: 'POST', path: '/hand-over', command: 'hand-over' });
  if (reply.status === 204) return;
  if (reply.status === 404)
    throw new OperatorError(
      'This machine belongs to no group: there is none that could take over.',
      'docs/operations.md says how to set up a second one (“A standby”, BROADCAST_GROUP).',
    );
  throw new OperatorError(
    'No other machine has taken over; this one is as it was.',
    'See that this machine is on the air, and that another one of its BROADCAST_GROUP stands by: each says so in its log.',
  );
}

/**
 * Asks the running instance who listens at this moment.
 * @throws {OperatorError} when none is running, it belongs to another account, or it does not answer
 */
export async function requestListeners(socketPath: string): Promise<Present> {
  return presentSchema.parse(await askForFigures(socketPath, '/listeners'));
}

/** Whether an instance is running there and on the air. */
export async function isOnAir(socketPath: string): Promise<boolean> {
  return requestListeners(socketPath).then(
    () => true,
    () => false,
  );
}

/** Asks the running instance what Icecast says. @throws {OperatorError} as requestListeners */
export async function requestIcecast(socketPath: string): Promise<AtIcecast> {
  return icecastSchema.parse(await askForFigures(socketPath, '/icecast'));
}

async function askForFigures(socketPath: string, path: string): Promise<unknown> {
  const { status, body } = await ask(socketPath, {
    method: 'GET',
    path,
    command: 'stats',
    patienceMs: ANSWER_MAX_MS,
  });
  if (status === 200) return JSON.parse(body);
  if (status === 409)
    throw new OperatorError(
      'This machine stands by: another one of its group is on the air.',
      'Run onde stats there, to see who listens now.',
    );
  throw new OperatorError('The running instance is of an earlier version.', 'Restart it, then ask again.');
}

interface Asked {
  method: string;
  path: string;
  /** Which command asks: for the remedy. */
  command: string;
  /** Missing: it may take as long as it takes. */
  patienceMs?: number;
}

function ask(
  socketPath: string,
  { method, path, command, patienceMs }: Asked,
): Promise<{ status: number; body: string }> {
  return new Promise<{ status: number; body: string }>((resolve, reject) => {
    const signal = patienceMs === undefined ? undefined : AbortSignal.timeout(patienceMs);
    const call = request({ socketPath, method, path, signal }, (answer) => {
      text(answer).then((body) => resolve({ status: answer.statusCode ?? 0, body }), reject);
    });
    call.once('error', reject).end();
  }).catch((error: unknown) => {
    if (hasErrorCode(error, 'EACCES'))
      throw new OperatorError(
        'The instance on this DATA_DIR belongs to another account.',
        `Run this as the user that runs Onde: sudo -u onde npx onde ${command}`,
        { cause: error },
      );
    if (hasErrorCode(error, 'ABORT_ERR'))
      throw new OperatorError('The running instance does not answer.', 'Its log says why.', { cause: error });
    if (hasErrorCode(error, 'ECONNRESET') || hasErrorCode(error, 'EPIPE'))
      throw new OperatorError(
        'The running instance ended, or was asked to, before it answered.',
        'Its log says why. When it runs again, run the same command again.',
        { cause: error },
      );
    if (hasErrorCode(error, 'ENOTDIR'))
      throw new OperatorError(
        `No instance can run on this DATA_DIR: a file is where a folder belongs on the way to ${socketPath}.`,
        'See that DATA_DIR names the folder of your station.',
        { cause: error },
      );
    if (!hasErrorCode(error, 'ENOENT') && !hasErrorCode(error, 'ECONNREFUSED')) throw error;
    throw new NoInstance(error);
  });
}
