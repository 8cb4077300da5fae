import type { Language } from '#src/contract/languages.ts';
import { playerOf } from '#src/features/player/engine/player-store.ts';
import type { PreferenceState } from '#src/features/preferences/rules/preference-state.ts';
import { preferencesOf } from '#src/features/preferences/store/preference-store.ts';
import type { Browser } from '#src/page/browser/browser.ts';
import { eachWakingMinute } from '#src/page/each-waking-minute.ts';
import { AD_FREE_KEY, AD_FREE_UNTIL_KEY, type AdFreePass } from '#src/page/session/session-storage.ts';
import { adFreeTokenOf, sessionOf } from '#src/page/session/session-store.ts';
import { CallError } from '#src/page/wire/call-error.ts';
import { callWire, fetchJson, readAnswer } from '#src/page/wire/call-wire.ts';
import { wireSearch } from '#src/page/wire/endpoints.ts';
import { PassKeeper } from './pass-keeper.ts';
import { adFreeTokenSchema } from './token.wire.ts';

/**
 * Keeps the streams of a member without adverts until it is disposed [R52].
 * @param handed the token of another session than this browser's; null for the member who is signed in
 */
export function keepAdFree(browser: Browser, language: Language, handed: string | null = null): Disposable {
  const keeper: PassKeeper = new PassKeeper({
    clock: browser.clock,
    kept: readPass(browser),
    async fetchToken() {
      try {
        return await (handed === null ? fetchOwn(browser, language) : fetchBy(browser, handed, language));
      } catch (error) {
        // A session that has ended stays so.
        if (error instanceof CallError && error.status === 401) keeper[Symbol.dispose]();
        throw error;
      }
    },
    write: (pass) => writePass(browser, pass),
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

/**
 * Opens anew what plays. A stream that the sign-in leads to is opened with the pass anyway: one connection,
 * not two [A84].
 */
function renew(browser: Browser): void {
  const player = playerOf(browser);
  // Without a username no sync begins.
  if (sessionOf(browser).getState().needsUsername) player.renew();
  else onceHome(preferencesOf(browser), () => player.renew());
}

const importSchema = async () => adFreeTokenSchema;

async function fetchOwn(browser: Browser, language: Language): Promise<string> {
  return (await callWire(browser, { endpoint: 'token', method: 'GET', language }, importSchema)).token;
}

/** Fetches by the token of another session: one that has ended must not end the session of this browser. */
async function fetchBy(browser: Browser, token: string, language: Language): Promise<string> {
  const headers = {
    'X-Language': language,
    'X-API-Key': browser.clientKey,
    Authorization: `Bearer ${token}`,
  };
  const answer = await fetchJson(`/api-proxy.php?${wireSearch('token')}`, { headers });
  return (await readAnswer(answer, importSchema)).token;
}

/** The part of the preference engine that tells whether a sync is still to lead home. */
interface Preferring {
  getState(): Pick<PreferenceState, 'isHomeward' | 'phase' | 'failures'>;
  subscribe(listener: () => void): () => void;
}

/**
 * Does the work when the sync after a sign-in has led home [A84]: at once if none is under way or the server
 * does not answer it, and not at all once the member has signed out.
 */
export function onceHome(engine: Preferring, work: () => void): void {
  if (!isOnTheWay(engine.getState())) {
    work();
    return;
  }
  const stop = engine.subscribe(() => {
    const state = engine.getState();
    if (isOnTheWay(state)) return;
    stop();
    if (state.phase !== 'guest') work();
  });
}

function isOnTheWay({ isHomeward, phase, failures }: ReturnType<Preferring['getState']>): boolean {
  return isHomeward && phase !== 'guest' && failures === 0;
}

/** The pass that is kept in this browser or page, also one that has expired; null without one. */
function readPass(browser: Browser): AdFreePass | null {
  const token = adFreeTokenOf(browser);
  if (token === null) return null;
  const expiresMs = Number(browser.storage.read(AD_FREE_UNTIL_KEY));
  return sessionOf(browser).heldPass ?? { token, expiresMs };
}

/** Where the storage is refused or full, the pass lasts as long as the page. */
export function writePass(browser: Browser, pass: AdFreePass): void {
  const { storage } = browser;
  const isKept =
    storage.write(AD_FREE_KEY, pass.token) && storage.write(AD_FREE_UNTIL_KEY, String(pass.expiresMs));
  sessionOf(browser).heldPass = isKept ? null : pass;
}
