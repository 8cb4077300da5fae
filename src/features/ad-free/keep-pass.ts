import type { Language } from '#src/contract/languages.ts';
import { player } from '#src/features/player/player-store.ts';
import { preferenceEngine } from '#src/features/preferences/store/preference-store.ts';
import { eachWakingMinute } from '#src/page/each-waking-minute.ts';
import { session } from '#src/page/session/session-store.ts';
import { CallError } from '#src/page/wire/call-error.ts';
import { callWire } from '#src/page/wire/call-wire.ts';
import { knownClientKey } from '#src/page/wire/client-key.ts';
import { fetchJson, readAnswer } from '#src/page/wire/send-call.ts';
import { wireSearch } from '#src/page/wire/wire-search.ts';
import { systemClock } from '#src/platform/clock/clock.ts';
import { onceHome } from './once-home.ts';
import { PassKeeper } from './pass-keeper.ts';
import { readPass, writePass } from './stored-pass.ts';
import { adFreeTokenSchema } from './token.wire.ts';

/**
 * Keeps the streams of a member without adverts until it is disposed [R52].
 * @param handed the token of a session that is not this browser's own; null for that of the member who is signed in
 */
export function keepAdFree(language: Language, handed: string | null = null): Disposable {
  const keeper: PassKeeper = new PassKeeper({
    clock: systemClock,
    kept: readPass(),
    async fetchToken() {
      try {
        return await (handed === null ? fetchOwn(language) : fetchBy(handed, language));
      } catch (error) {
        // One that has ended says no the next time as well.
        if (error instanceof CallError && error.status === 401) keeper[Symbol.dispose]();
        throw error;
      }
    },
    write: writePass,
    onFirstPass: renew,
  });
  const stopLooking = eachWakingMinute((waking) => keeper.look(waking?.type === 'online'));
  const stopFollowing = player.subscribe(() => keeper.look());
  return {
    [Symbol.dispose]() {
      stopLooking();
      stopFollowing();
      keeper[Symbol.dispose]();
    },
  };
}

/** One connection, not two: a stream that the sign-in leads to is opened with the pass anyway [A84]. */
function renew(): void {
  // Without a username no sync begins.
  if (session.getState().needsPseudoSelection) player.renew();
  else onceHome(preferenceEngine, () => player.renew());
}

const importSchema = async () => adFreeTokenSchema;

async function fetchOwn(language: Language): Promise<string> {
  return (await callWire({ endpoint: 'token', method: 'GET', language }, importSchema)).token;
}

/** By another token than the browser's own: a dead one ends no session here. */
async function fetchBy(token: string, language: Language): Promise<string> {
  const headers = {
    'X-Language': language,
    'X-API-Key': knownClientKey() ?? '',
    Authorization: `Bearer ${token}`,
  };
  const answer = await fetchJson(`/api-proxy.php?${wireSearch('token')}`, { headers });
  return (await readAnswer(answer, importSchema)).token;
}
