import { createHmac, randomBytes } from 'node:crypto';
import type { Clock } from '#src/platform/clock/clock.ts';
import type { Logger } from '#src/platform/log/logger.ts';
import { Outage } from '#src/platform/log/outage.ts';
import { currentRequestId } from '#src/platform/log/request-context.ts';
import { isSameSecret } from '#src/platform/secrets/same-secret.ts';
import { REQUEST_ID_HEADER } from '#src/platform/wire/request-id.ts';
import { isFileAddress, PROOF_PATH } from '#src/station/media-addresses.ts';
import { plainAnswer } from '#src/web/answers/plain-answer.ts';

/** Most that a search for the machine takes, and a request until its answer begins. */
const SEARCH_MAX_MS = 2_000;
const ANSWER_MAX_MS = 10_000;
/** How soon after a search in vain the next one begins. */
const SEARCH_REST_MS = 2_000;

/** What broadcast itself answers. */
const BROADCASTS = /^\/(?:stream|listen)\/|^\/(?:titre|fluxaudio)\.json$|^\/now-playing\/events$/;

/** What of a request concerns the answer. Who asks is told by `X-Forwarded-For`. */
const SENT_ON = [
  ...['accept', 'accept-language', 'icy-metadata', 'if-modified-since', 'if-none-match', 'if-range'],
  ...['range', 'user-agent', 'x-language', 'x-onde-robot'],
  ...['origin', 'access-control-request-method', 'access-control-request-headers'],
];
/** What its front door, or a proxy before it, says while nobody answers for files there. */
const NO_WEB_PROCESS = [502, 503];
/** Headers of one connection, and those that fetch has already acted upon. */
const KEPT_BACK = ['connection', 'content-encoding', 'date', 'keep-alive', 'transfer-encoding'];
/**
 * Says that a request was passed on already: addresses that lead in a circle must end. It counts with what the
 * station's secret makes of it [W241]: a stranger's would bring a shared cache the answer of a machine that has no
 * files.
 */
const PASSED_ON = 'x-onde-passed-on';

/** Whether the radio's machine answers an address, and not this one. */
export function isOfRadioMachine(path: string): boolean {
  return path !== PROOF_PATH && (BROADCASTS.test(path) || isFileAddress(path));
}

interface RadioMachineOptions {
  /** BROADCAST_URL; null: where the machine says that it is. */
  address: string | null;
  /** The addresses that the machine has told, the likeliest first. */
  told(): readonly string[];
  /** By which it proves that it is the one. */
  key: Buffer;
  clock: Pick<Clock, 'monotonicMs' | 'after'>;
  logger: Logger;
}

/** The machine with station folder, media and streams, as a web process on another machine reaches it. */
export class RadioMachine {
  readonly #options: RadioMachineOptions;
  readonly #outage: Outage;
  /** The value of PASSED_ON; no answer to a challenge is like it. */
  readonly #mark: string;
  #found: { address: string; told: readonly string[] } | null = null;
  #search: Promise<string | null> | null = null;
  /** After a search in vain: where, and until when nobody looks there again. */
  #rest: { untilMs: number; told: readonly string[] } | null = null;

  constructor(options: RadioMachineOptions) {
    this.#options = options;
    this.#mark = proofOf(options.key, PASSED_ON);
    this.#outage = new Outage({
      ...options,
      words: {
        gone: "the radio's machine does not answer this one: covers, previews and files of the station folder are missing; check that it runs and that its port can be reached, or set BROADCAST_URL",
        back: "the radio's machine answers this one again",
      },
    });
  }

  /**
   * What the radio's machine answers, passed on as it comes; null when it does not answer, or has no web process to
   * answer for a file.
   */
  async answer(request: Request, peer: string): Promise<Response | null> {
    if (isSameSecret(request.headers.get(PASSED_ON) ?? '', this.#mark)) return null;
    const address = await this.#find();
    if (address === null) return null;
    const { pathname, search } = new URL(request.url);
    const headers = new Headers({
      'accept-encoding': 'identity',
      [PASSED_ON]: this.#mark,
      'x-forwarded-for': peer,
    });
    const requestId = currentRequestId();
    if (requestId !== null) headers.set(REQUEST_ID_HEADER, requestId);
    for (const name of SENT_ON) {
      const value = request.headers.get(name);
      if (value !== null) headers.set(name, value);
    }
    const ending = new AbortController();
    try {
      using _patience = this.#options.clock.after(ANSWER_MAX_MS, () => ending.abort());
      const answer = await fetch(address + pathname + search, {
        method: request.method,
        headers,
        redirect: 'manual',
        signal: ending.signal,
      });
      this.#outage.worked();
      if (isFileAddress(pathname) && NO_WEB_PROCESS.includes(answer.status)) {
        await answer.body?.cancel();
        return null;
      }
      return passedOn(answer);
    } catch (error) {
      this.#found = null;
      this.#outage.failed(reasonOf(error));
      return null;
    }
  }

  /** Whether music is on air there. Titles are asked for, which every balancer sends to that machine. */
  async isOnAir(): Promise<boolean> {
    const ending = new AbortController();
    using _patience = this.#options.clock.after(SEARCH_MAX_MS, () => ending.abort());
    try {
      const address = await this.#find();
      if (address === null) return false;
      const answer = await fetch(`${address}/titre.json`, {
        headers: { [PASSED_ON]: this.#mark },
        redirect: 'manual',
        signal: ending.signal,
      });
      const streams: unknown = await answer.json();
      return answer.ok && Array.isArray(streams) && streams.length > 0;
    } catch {
      return false;
    }
  }

  async #find(): Promise<string | null> {
    const told = this.#options.told();
    if (this.#found?.told === told) return this.#found.address;
    // Another address may be the right one: it is asked at once.
    const isNews = this.#rest?.told !== told;
    if (!isNews && this.#rest !== null && this.#options.clock.monotonicMs() < this.#rest.untilMs) return null;
    this.#search ??= this.#ask(told).finally(() => {
      this.#search = null;
    });
    return this.#search;
  }

  /** BROADCAST_URL leads to one machine of a group, which may stand by: then the one on the air says where it is. */
  async #ask(told: readonly string[]): Promise<string | null> {
    const { address } = this.#options;
    const given = address === null ? [] : [address];
    const others = told.filter((one) => one !== address);
    const found = (await this.#firstOf(given)) ?? (await this.#firstOf(others));
    if (found !== null) this.#found = { address: found, told };
    else {
      this.#rest = { untilMs: this.#options.clock.monotonicMs() + SEARCH_REST_MS, told };
      const asked = [...given, ...others];
      this.#outage.failed(asked.length === 0 ? 'it has told no address' : `not at ${asked.join(', ')}`);
    }
    return found;
  }

  /** All at once; of those that are the machine, the first one counts. */
  async #firstOf(candidates: readonly string[]): Promise<string | null> {
    const asked = await Promise.all(candidates.map((address) => this.#isIt(address)));
    return candidates.find((_, at) => asked[at] === true) ?? null;
  }

  async #isIt(address: string): Promise<boolean> {
    const challenge = randomBytes(16).toString('base64url');
    const ending = new AbortController();
    using _patience = this.#options.clock.after(SEARCH_MAX_MS, () => ending.abort());
    try {
      const answer = await fetch(`${address}${PROOF_PATH}?challenge=${challenge}`, {
        redirect: 'manual',
        signal: ending.signal,
      });
      return answer.ok && isProof(this.#options.key, challenge, await answer.text());
    } catch {
      return false;
    }
  }
}

function passedOn(answer: Response): Response {
  const headers = new Headers(answer.headers);
  for (const name of KEPT_BACK) headers.delete(name);
  return new Response(answer.body, { status: answer.status, headers });
}

function reasonOf(error: unknown): string {
  const { cause } = error instanceof Error ? error : { cause: undefined };
  return cause instanceof Error && cause.message !== '' ? cause.message : String(error);
}

/** The purpose of the key; see instanceKey. */
export const PROOF_PURPOSE = 'radio machine';

const CHALLENGE = /^[A-Za-z0-9_-]{22}$/;

/** Answers PROOF_PATH on the radio's machine [W180]: whoever asks learns that it knows the station's secret. */
export function proofAnswer(request: Request, key: Buffer): Response {
  const challenge = new URL(request.url).searchParams.get('challenge') ?? '';
  return CHALLENGE.test(challenge)
    ? plainAnswer(200, proofOf(key, challenge))
    : plainAnswer(404, 'Not found');
}

/** Whether an answer to a challenge comes from a machine that knows the secret. */
function isProof(key: Buffer, challenge: string, answer: string): boolean {
  return isSameSecret(answer.trim(), proofOf(key, challenge));
}

function proofOf(key: Buffer, challenge: string): string {
  return createHmac('sha256', key).update(challenge).digest('base64url');
}
