import type { Language } from '#src/contract/languages.ts';
import { playerOf } from '#src/features/player/player-store.ts';
import { preferencesOf } from '#src/features/preferences/store/preference-store.ts';
import type { Browser } from '#src/page/browser/browser.ts';
import { eachWakingMinute } from '#src/page/each-waking-minute.ts';
import { sessionOf } from '#src/page/session/session-store.ts';
import { CallError } from '#src/page/wire/call-error.ts';
import { callWire } from '#src/page/wire/call-wire.ts';
import { fetchJson, readAnswer } from '#src/page/wire/send-call.ts';
import { wireSearch } from '#src/page/wire/wire-search.ts';
import { onceHome } from './once-home.ts';
import { PassKeeper } from './pass-keeper.ts';
import { readPass, writePass } from './stored-pass.ts';
import { adFreeTokenSchema } from './token.wire.ts';

/**
 * Keeps the streams of a member without adverts until it is disposed [R52].
 * @param handed the token of a session that is not this browser's own; null for that of the member who is signed in
 */
export function keepAdFree(browser: Browser, language: Language, handed: string | null = null): Disposable {
  const keeper: PassKeeper = new PassKeeper({
    clock: browser.clock,
    kept: readPass(),
    async fetchToken() {
      try {
        return await (handed === null ? fetchOwn(browser, language) : fetchBy(browser, handed, language));
      } catch (error) {
        // One that has ended says no the next time as well.
        if (error instanceof CallError && error.status === 401) keeper[Symbol.dispose]();
        throw error;
      }
    },
    write: writePass,
    onFirstPass: () => renew(browser),
  });
  const stopLooking = eachWakingMinute((waking) => keeper.look(waking?.type === 'online'));
  const stopFollowing = playerOf(browser).subscribe(() => keeper.look());
  return {
    [Symbol.dispose]() {
      stopLooking();
      stopFollowing();
      keeper[Symbol.dispose]();
    },
  };
}

/** One connection, not two: a stream that the sign-in leads to is opened with the pass anyway [A84]. */
function renew(browser: Browser): void {
  const player = playerOf(browser);
  // Without a username no sync begins.
  if (sessionOf(browser).getState().needsPseudoSelection) player.renew();
  else onceHome(preferencesOf(browser), () => player.renew());
}

const importSchema = async () => adFreeTokenSchema;

async function fetchOwn(browser: Browser, language: Language): Promise<string> {
  return (await callWire(browser, { endpoint: 'token', method: 'GET', language }, importSchema)).token;
}

/** By another token than the browser's own: a dead one ends no session here. */
async function fetchBy(browser: Browser, token: string, language: Language): Promise<string> {
  const headers = {
    'X-Language': language,
    'X-API-Key': browser.clientKey,
    Authorization: `Bearer ${token}`,
  };
  const answer = await fetchJson(`/api-proxy.php?${wireSearch('token')}`, { headers });
  return (await readAnswer(answer, importSchema)).token;
}
