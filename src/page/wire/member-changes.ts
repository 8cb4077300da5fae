import type { Query, QueryClient } from '@tanstack/react-query';
import { onePerPage, type TabChannel } from '#src/page/browser/browser.ts';
import { type SessionStore, sessionOf } from '#src/page/session/session-store.ts';
import type { EndpointName } from './endpoints.ts';
import { queriesOf } from './query-client.ts';

const CHANNEL = 'onde-member';

/**
 * What a member has changed shows in every tab, and is forgotten in every tab when they leave: answers of
 * calls with their `user_id` are for them alone.
 */
export class MemberChanges {
  readonly #client: QueryClient;
  readonly #channel: TabChannel | null;

  constructor(around: {
    client: QueryClient;
    session: Pick<SessionStore, 'getState' | 'subscribe'>;
    /** Null where the browser has none. */
    channel: TabChannel | null;
  }) {
    this.#client = around.client;
    this.#channel = around.channel;
    this.#channel?.addEventListener('message', ({ data }) => {
      if (Array.isArray(data)) void this.#askAgain(data);
    });
    const idNow = () => around.session.getState().user?.id;
    let userId = idNow();
    around.session.subscribe(() => {
      if (userId !== undefined && userId !== idNow()) this.#forget(userId);
      userId = idNow();
    });
  }

  /**
   * Says that what these endpoints answer has changed: it is asked for again where it is shown, here and in
   * the other tabs.
   */
  tell(endpoints: readonly EndpointName[]): Promise<void> {
    this.#channel?.postMessage(endpoints);
    return this.#askAgain(endpoints);
  }

  async #askAgain(endpoints: readonly unknown[]): Promise<void> {
    const predicate = ({ queryKey: [kind, endpoint] }: Query) =>
      kind === 'wire' && endpoints.includes(endpoint);
    const asked = this.#client
      .getQueryCache()
      .findAll({ predicate, fetchStatus: 'fetching' })
      .filter(({ state }) => state.data === undefined);
    await this.#client.invalidateQueries({ predicate });
    // A first answer that was on its way is waited for, not asked for anew, and may be from before the
    // change.
    if (asked.length > 0)
      await this.#client.invalidateQueries({ predicate: (query) => asked.includes(query) });
  }

  #forget(userId: string): void {
    this.#client.removeQueries({
      predicate: ({ queryKey: [kind, , parameters] }) =>
        kind === 'wire' && isAbout(parameters) && parameters.user_id === userId,
    });
  }
}

function isAbout(parameters: unknown): parameters is { readonly user_id?: unknown } {
  return typeof parameters === 'object' && parameters !== null;
}

/** Those of the page. Fetched with the first member in it. */
export const memberChangesOf = onePerPage(
  (browser) =>
    new MemberChanges({
      client: queriesOf(browser),
      session: sessionOf(browser),
      channel: browser.openChannel(CHANNEL),
    }),
);
