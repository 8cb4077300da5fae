import type { Language } from '#src/contract/languages.ts';
import { player } from '#src/features/player/player-store.ts';
import { callWire } from '#src/page/wire/call-wire.ts';
import { systemClock } from '#src/platform/clock/clock.ts';
import { PassKeeper } from './pass-keeper.ts';
import { readPass, writePass } from './stored-pass.ts';
import { adFreeTokenSchema } from './token.wire.ts';

/** Keeps the member's streams without adverts until it is disposed [R52]. */
export function keepAdFree(language: Language): Disposable {
  return new PassKeeper({
    clock: systemClock,
    kept: readPass(),
    async fetchToken() {
      const call = { endpoint: 'token', method: 'GET', language } as const;
      return (await callWire(call, async () => adFreeTokenSchema)).token;
    },
    write: writePass,
    onFirstPass: () => player.renew(),
  });
}
