import { wireSearch } from '#src/page/wire/endpoints.ts';
import type { PageServices } from '#src/page/wire/page-services.ts';

export interface SharedCalls {
  readonly services: PageServices;
  /** What is asked from now on has an answer of its own: what answers are made of has changed. */
  forget(): void;
}

/**
 * The services of page loaders, where pages that are drawn at the same time share the answers that they wait for: home
 * asks for the same few in every address, and the database is asked once. Nothing is kept beyond that.
 */
export function shareCalls(services: PageServices): SharedCalls {
  let underWay = new Map<string, Promise<unknown>>();
  return {
    services: {
      ...services,
      callWire(endpoint, parameters, language) {
        const calls = underWay;
        const key = `${language} ${wireSearch(endpoint, parameters)}`;
        const known = calls.get(key);
        if (known !== undefined) return known;
        const call = services.callWire(endpoint, parameters, language).finally(() => calls.delete(key));
        calls.set(key, call);
        return call;
      },
    },
    forget() {
      underWay = new Map();
    },
  };
}
