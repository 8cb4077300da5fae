import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Clock } from '#src/platform/clock/clock.ts';
import type { Arrival } from '#src/robots/measure/pace.ts';

/** [R181] Longest wait for a head. */
export const HEAD_PATIENCE_MS = 10_000;
/** A document or a cover that takes longer, or is larger, is as good as none. */
const WHOLE_PATIENCE_MS = 10_000;
const WHOLE_BYTES_MAX = 4_000_000;

/** What came of a request. */
export interface Asked {
  readonly askedMs: number;
  /** 0 where no head came. */
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly arrivals: readonly Arrival[];
  /** Why it ended before it was to; null when it did not. */
  readonly failure: string | null;
  /** Whether the other side ended it. */
  readonly isEnded: boolean;
}

export interface Listening {
  clock: Clock;
  /** The station's public address. */
  origin: URL;
  /** Headers by which broadcast knows its own robot [W155]; made anew for each request. */
  pass(): Readonly<Record<string, string>>;
  /** Ends all that is under way. */
  signal: AbortSignal;
}

interface AskOptions {
  headers?: Readonly<Record<string, string>>;
  /** Stops this long after the first byte of the body; null: at its end. */
  listenMs: number | null;
}

/** Sends a GET and gives what came of it, as it came. Never rejects, and always ends. */
export async function ask(
  url: URL,
  { clock, pass, signal }: Listening,
  { headers, listenMs }: AskOptions,
): Promise<Asked> {
  const { request } =
    url.protocol === 'https:'
      ? process.getBuiltinModule('node:https')
      : process.getBuiltinModule('node:http');
  const askedMs = clock.monotonicMs();
  const arrivals: Arrival[] = [];
  let answer: IncomingMessage | null = null;
  const { promise, resolve } = Promise.withResolvers<Pick<Asked, 'failure' | 'isEnded'>>();
  const call = request(url, { headers: { ...headers, ...pass() }, agent: false }, (reply) => {
    answer = reply;
    let size = 0;
    reply.on('data', (bytes: Buffer) => {
      if (arrivals.length === 0) patience.begin(listenMs);
      arrivals.push({ atMs: clock.monotonicMs(), bytes });
      size += bytes.length;
      if (listenMs === null && size > WHOLE_BYTES_MAX)
        resolve({ failure: `more than ${WHOLE_BYTES_MAX} bytes came`, isEnded: false });
    });
    reply.on('error', (error) => resolve({ failure: nameOf(error), isEnded: true }));
    reply.on('end', () => resolve({ failure: null, isEnded: true }));
  });
  call.on('error', (error) => resolve({ failure: nameOf(error), isEnded: true }));
  call.end();
  const stop = () => resolve({ failure: 'the robot was stopped', isEnded: false });
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  const patience = patienceOf(clock, resolve);
  const { failure, isEnded } = await promise;
  patience[Symbol.dispose]();
  signal.removeEventListener('abort', stop);
  call.destroy();
  const { statusCode = 0, headers: told = {} } = replyOf(answer);
  return { askedMs, status: statusCode, headers: told, arrivals, failure, isEnded };
}

/** A whole document; `body` is empty unless it came with status 200 and to its end. */
export async function askWhole(
  url: URL,
  listening: Listening,
  headers: Readonly<Record<string, string>> = {},
): Promise<Asked & { body: Buffer }> {
  const asked = await ask(url, listening, { headers, listenMs: null });
  const isWhole = asked.status === 200 && asked.failure === null && asked.isEnded;
  return {
    ...asked,
    body: isWhole ? Buffer.concat(asked.arrivals.map(({ bytes }) => bytes)) : Buffer.alloc(0),
  };
}

function patienceOf(clock: Clock, end: (how: Pick<Asked, 'failure' | 'isEnded'>) => void) {
  let timer = clock.after(HEAD_PATIENCE_MS, () =>
    end({ failure: `nothing came for ${HEAD_PATIENCE_MS / 1000} s`, isEnded: false }),
  );
  return {
    begin(listenMs: number | null) {
      timer[Symbol.dispose]();
      timer =
        listenMs === null
          ? clock.after(WHOLE_PATIENCE_MS, () => end({ failure: 'it took too long', isEnded: false }))
          : clock.after(listenMs, () => end({ failure: null, isEnded: false }));
    },
    [Symbol.dispose]: () => timer[Symbol.dispose](),
  };
}

function replyOf(answer: IncomingMessage | null): Partial<Pick<IncomingMessage, 'statusCode' | 'headers'>> {
  return answer ?? {};
}

/** Node says more in the code (`ECONNREFUSED`, `CERT_HAS_EXPIRED`) than in words. */
function nameOf(error: Error): string {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return [code, error.message].filter(Boolean).join(': ');
}
