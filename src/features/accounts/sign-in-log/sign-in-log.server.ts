import { createHmac, randomBytes } from 'node:crypto';
import { MINUTE_MS } from '#src/contract/durations.ts';
import {
  mailRequests,
  mailsToNewAddresses,
  providerSignIns,
  registrations,
} from '#src/features/accounts/limits/account-limits.server.ts';
import {
  failedLogins,
  failedLoginsOfAccount,
  rightLogins,
} from '#src/members/password/password-attempt.server.ts';
import type { Clock } from '#src/platform/clock/clock.ts';
import type { Logger } from '#src/platform/log/logger.ts';
import { networkKey } from '#src/platform/rate-limit/address-key.ts';
import type { Limit } from '#src/platform/rate-limit/limit.ts';
import type { RateLimits } from '#src/platform/rate-limit/rate-limits.ts';
import type { WireMethod } from '#src/platform/wire/endpoint.ts';
import type { MethodSchemas } from '#src/platform/wire/method-schemas.wire.ts';
import { WireError } from '#src/platform/wire/wire-error.ts';

/** Lines about limits in a minute; more are counted, so that nobody fills the log from many addresses. */
const LIMIT_LINES_A_MINUTE = 20;
const TAG_LETTERS = 8;

/** Which limits are told, by their fixed names in the log. */
const TOLD: readonly (readonly [name: string, limit: Limit])[] = [
  ['failed_logins', failedLogins],
  ['failed_logins', failedLoginsOfAccount],
  ['right_logins', rightLogins],
  ['registrations', registrations],
  ['provider_sign_ins', providerSignIns],
  ['mail_requests', mailRequests],
  ['mails_to_new_addresses', mailsToNewAddresses],
];

/** How a sign-in ended: `failed` by what was sent, `refused` before it was looked at. */
type Outcome = 'ok' | 'failed' | 'refused';

/**
 * Says in the log how sign-ins go [W119]: a line a minute with numbers, and one when an address or an account
 * reaches a limit. Their form is fixed, for programs that close addresses out. Nothing in them is private: an
 * address is cut to its network, an account is a word that stands for it until the process ends.
 */
export class SignInLog implements Disposable {
  readonly #logger: Logger;
  readonly #key = randomBytes(32);
  readonly #minute: Disposable;
  #counts = { ok: 0, failed: 0, refused: 0 };
  #limits = 0;

  constructor({ clock, logger, limits }: { clock: Clock; logger: Logger; limits: RateLimits }) {
    this.#logger = logger;
    for (const [name, limit] of TOLD) limits.watch(limit, (key) => this.#reached(limit.of, name, key));
    this.#minute = clock.every(MINUTE_MS, () => this.#tell());
  }

  /** Counts how a sign-in ended: null when it went well. */
  ended(error: unknown): void {
    this.#counts[outcomeOf(error)]++;
  }

  /** The same endpoint, its sign-ins counted. */
  counting<Schemas extends MethodSchemas>(endpoint: {
    POST: WireMethod<Schemas>;
  }): {
    POST: WireMethod<Schemas>;
  } {
    const { POST } = endpoint;
    return {
      POST: {
        ...POST,
        handle: async (call) => {
          try {
            const reply = await POST.handle(call);
            this.ended(null);
            return reply;
          } catch (error) {
            this.ended(error);
            throw error;
          }
        },
      },
    };
  }

  #reached(of: Limit['of'], limit: string, key: string): void {
    this.#limits++;
    if (this.#limits > LIMIT_LINES_A_MINUTE) return;
    if (of === 'station')
      this.#logger.warn(
        { limit },
        'the station has reached a limit, and refuses everybody for a while: if that is no good day, look for a flood by addresses in this log',
      );
    else {
      const at = key.lastIndexOf(' ');
      const address = networkKey(key.slice(at + 1));
      const account = of === 'account' ? { account: this.#tag(key.slice(0, at)) } : {};
      this.#logger.warn(
        { limit, address, ...account },
        'a network has reached a limit of sign-ins, and is refused for a while: close it out by a firewall if it goes on',
      );
    }
  }

  [Symbol.dispose](): void {
    this.#minute[Symbol.dispose]();
    this.#tell();
  }

  #tell(): void {
    const { ok, failed, refused } = this.#counts;
    const limits = this.#limits;
    this.#counts = { ok: 0, failed: 0, refused: 0 };
    this.#limits = 0;
    if (ok + failed + refused + limits === 0) return;
    this.#logger.info({ ok, failed, refused, limits }, 'sign-ins of the last minute');
  }

  #tag(mailbox: string): string {
    return createHmac('sha256', this.#key).update(mailbox).digest('hex').slice(0, TAG_LETTERS);
  }
}

function outcomeOf(error: unknown): Outcome {
  if (error === null) return 'ok';
  return error instanceof WireError && error.status < 500 && error.status !== 429 ? 'failed' : 'refused';
}
