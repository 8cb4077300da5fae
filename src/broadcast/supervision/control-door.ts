import { text } from 'node:stream/consumers';
import { hasErrorCode } from '#src/platform/errors/error-code.ts';
import { OperatorError } from '#src/platform/errors/operator-error.ts';
import { createServer, request } from '#src/platform/wire/node-http.ts';

/**
 * Opens the door by which the command line speaks to a running instance: HTTP on a unix socket that only this
 * account can open.
 */
export async function openControlDoor(
  socketPath: string,
  reload: () => Promise<void>,
): Promise<AsyncDisposable> {
  const server = createServer((call, reply) => {
    if (call.method !== 'POST' || call.url !== '/reload') {
      reply.writeHead(404).end();
      return;
    }
    reload().then(
      () => reply.writeHead(204).end(),
      (error: unknown) => reply.writeHead(500).end(error instanceof Error ? error.message : String(error)),
    );
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(socketPath, resolve));
  return {
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/**
 * Asks the running instance to replace its web process; resolves when the new one has taken over.
 * @throws {OperatorError} when none is running, or the new process does not come up
 */
export async function requestReload(socketPath: string): Promise<void> {
  const reply = await new Promise<{ status: number; body: string }>((resolve, reject) => {
    const call = request({ socketPath, method: 'POST', path: '/reload' }, (answer) => {
      text(answer).then((body) => resolve({ status: answer.statusCode ?? 0, body }), reject);
    });
    call.once('error', reject).end();
  }).catch((error: unknown) => {
    if (hasErrorCode(error, 'EACCES'))
      throw new OperatorError(
        'The instance on this DATA_DIR belongs to another account.',
        'Run this as the user that runs Onde: sudo -u onde npx onde reload',
        { cause: error },
      );
    if (!hasErrorCode(error, 'ENOENT') && !hasErrorCode(error, 'ECONNREFUSED')) throw error;
    throw new OperatorError('No instance is running on this DATA_DIR.', 'Start one: npm start', {
      cause: error,
    });
  });
  if (reply.status === 204) return;
  throw new OperatorError(
    `The new web process did not come up: ${reply.body}. The one before goes on serving.`,
    'The log of the instance says why.',
  );
}
