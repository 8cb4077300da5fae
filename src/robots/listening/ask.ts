import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Clock } from '#src/platform/clock/clock.ts';
import type { Arrival } from '#src/robots/measure/pace.ts';

/** [R181] Longest wait for a head. */
const HEAD_PATIENCE_MS = 10_000;
/** A document or a cover that takes longer is as good as none. */
const WHOLE_PATIENCE_MS = 10_000;
/** More than any answer has: whoever sends it must not fill the memory. */
const BYTES_MAX = 4_000_000;
/** Addresses that an address may lead on to. */
const REDIRECTS_MAX = 3;

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

/**
 * Sends a GET and gives what came of it, as it came. It is led on as players are; the pass stays with the address that
 * was asked. Never rejects, and always ends.
 */
export async function ask(url: URL, listening: Listening, options: AskOptions): Promise<Asked> {
  const askedMs = listening.clock.monotonicMs();
  let at = url;
  for (let redirects = 0; ; redirects += 1) {
    const asked = await askOnce(at, at.origin === url.origin ? listening.pass() : {}, listening, options);
    const next = redirectOf(asked, at);
    if (next === null || redirects === REDIRECTS_MAX) return { ...asked, askedMs };
    at = next;
  }
}

function redirectOf({ status, headers: { location } }: Asked, at: URL): URL | null {
  const leadsOn = [301, 302, 303, 307, 308].includes(status) && location !== undefined;
  return leadsOn && URL.canParse(location, at.href) ? new URL(location, at) : null;
}

async function askOnce(
  url: URL,
  pass: Readonly<Record<string, string>>,
  { clock, signal }: Listening,
  { headers, listenMs }: AskOptions,
): Promise<Asked> {
  const askedMs = clock.monotonicMs();
  if (!/^https?:$/.test(url.protocol)) {
    const failure = `${url.protocol} is no address of the web`;
    return { askedMs, status: 0, headers: {}, arrivals: [], failure, isEnded: true };
  }
  const { request } =
    url.protocol === 'https:'
      ? process.getBuiltinModule('node:https')
      : process.getBuiltinModule('node:http');
  const arrivals: Arrival[] = [];
  let answer: IncomingMessage | null = null;
  const { promise, resolve } = Promise.withResolvers<Pick<Asked, 'failure' | 'isEnded'>>();
  const call = request(url, { headers: { ...headers, ...pass }, agent: false }, (reply) => {
    answer = reply;
    let size = 0;
    reply.on('data', (bytes: Buffer) => {
      if (arrivals.length === 0) patience.begin(listenMs);
      arrivals.push({ atMs: clock.monotonicMs(), bytes });
      size += bytes.length;
      if (size > BYTES_MAX) resolve({ failure: `more than ${BYTES_MAX} bytes came`, isEnded: false });
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
