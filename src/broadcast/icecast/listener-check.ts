import { answer, isAllowed } from '#src/broadcast/http/answer.ts';
import type { Exchange } from '#src/broadcast/http/exchange.ts';
import { takeBody } from '#src/broadcast/http/take-body.ts';
import type { AdFreePermits } from '#src/broadcast/listeners/ad-free.ts';
import { AD_FREE_TOKEN_MS } from '#src/contract/limits.ts';
import type { Clock } from '#src/platform/clock/clock.ts';
import { addressKey } from '#src/platform/rate-limit/address-key.ts';
import { CallerBuckets } from '#src/platform/rate-limit/token-buckets.ts';
import { isSameSecret } from '#src/platform/secrets/same-secret.ts';
import type { Peer } from '#src/platform/wire/peer-address.ts';
import type { IcecastServer } from './icecast-server.ts';

/** Where Icecast asks, at its `listener_add` and `listener_remove` [W194]. */
export const LISTENER_CHECK_PATH = '/icecast/listener';
/** [W194] Passwords of relays that one address may show at once, and how many a second from then on. */
export const RELAY_PASSWORDS_AT_ONCE = 100;
const RELAY_PASSWORDS_A_SECOND = 1;

interface ListenerCheckOptions {
  /** A relay shows the password of the source to get the stream. */
  server: Pick<IcecastServer, 'user' | 'password'>;
  /** The member whose ad-free token counts at this moment. */
  memberOf: (token: string | null) => string | null;
  adFree: Pick<AdFreePermits, 'take'>;
  peerOf: (exchange: Exchange) => Pick<Peer, 'address'>;
  clock: Pick<Clock, 'after' | 'monotonicMs'>;
}

/**
 * Tells Icecast who may listen to a mount without adverts [W194]: members, by the same token as here, as many at a time
 * as one member may; and relays.
 */
export class ListenerCheck implements Disposable {
  readonly #options: ListenerCheckOptions;
  /** Members who listen there, by who asks, and the Icecast and number that it says [W243]. */
  readonly #present = new Map<string, Present>();
  readonly #passwords: CallerBuckets;

  constructor(options: ListenerCheckOptions) {
    this.#options = options;
    this.#passwords = new CallerBuckets({
      perSecond: RELAY_PASSWORDS_A_SECOND,
      burst: RELAY_PASSWORDS_AT_ONCE,
      clock: options.clock,
    });
  }

  handle(exchange: Exchange): void {
    if (!isAllowed(exchange, ['POST'])) return;
    takeBody(exchange, (body) => this.#answer(exchange, new URLSearchParams(body)));
  }

  [Symbol.dispose](): void {
    for (const { permit } of this.#present.values()) permit.dispose();
  }

  #answer(exchange: Exchange, asked: URLSearchParams): void {
    const { address } = this.#options.peerOf(exchange);
    const listener = `${addressKey(address)} ${asked.get('server')}:${asked.get('port')} ${asked.get('client')}`;
    const action = asked.get('action');
    if (action === 'listener_remove') this.#left(listener, tokenIn(asked));
    const isRelay = action === 'listener_add' && this.#isRelay(address, asked);
    const refusal = action === 'listener_add' && !isRelay ? this.#refusalOf(asked, listener) : null;
    // Icecast goes by the header alone.
    const verdict = refusal === null ? { 'Icecast-Auth-User': '1' } : { 'Icecast-Auth-Message': refusal };
    answer(exchange, refusal === null ? 200 : 403, { ...verdict, 'Cache-Control': 'no-store' }, '');
  }

  #refusalOf(asked: URLSearchParams, listener: string): string | null {
    const { memberOf, adFree } = this.#options;
    const token = tokenIn(asked);
    const member = memberOf(token);
    if (token === null || member === null) return 'no token that counts';
    // The same number again: Icecast was started anew.
    this.#present.get(listener)?.permit.dispose();
    const permit = adFree.take(member);
    if (permit === null) return 'too many streams of one member';
    this.#keep(listener, token, permit);
    return null;
  }

  /** Icecast asks with the listener's whole address both times; numbers can be guessed, a token cannot [W243]. */
  #left(listener: string, token: string | null): void {
    const present = this.#present.get(listener);
    if (present && token !== null && isSameSecret(token, present.token)) present.permit.dispose();
  }

  /** A password cannot be guessed here faster than at Icecast itself. */
  #isRelay(address: string, asked: URLSearchParams): boolean {
    const { server } = this.#options;
    const password = asked.get('pass');
    if (!password || this.#passwords.take(address) !== null) return false;
    return isSameSecret(asked.get('user') ?? '', server.user) && isSameSecret(password, server.password);
  }

  /** Until Icecast says that the listener has left; one that was killed says nothing, and a token lasts no longer. */
  #keep(listener: string, token: string, taken: Disposable): void {
    const permit = new DisposableStack();
    permit.use(taken);
    permit.use(this.#options.clock.after(AD_FREE_TOKEN_MS, () => permit.dispose()));
    permit.defer(() => this.#present.delete(listener));
    this.#present.set(listener, { token, permit });
  }
}

/** A listener of Icecast, by the token that it came with. */
interface Present {
  token: string;
  permit: DisposableStack;
}

function tokenIn(asked: URLSearchParams): string | null {
  const mount = asked.get('mount') ?? '';
  const mark = mount.indexOf('?');
  return mark < 0 ? null : new URLSearchParams(mount.slice(mark)).get('noads');
}
