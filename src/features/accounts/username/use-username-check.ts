import { useEffect, useMemo, useState } from 'react';
import type { Language } from '#src/contract/languages.ts';
import { useLanguage } from '#src/i18n/language-context.tsx';
import { checkUsername } from '#src/members/rules/account-rules.ts';
import type { Browser } from '#src/page/browser/browser.ts';
import { useBrowser } from '#src/page/browser/browser-context.ts';
import { callWire } from '#src/page/wire/call-wire.ts';
import { type Clock, systemClock } from '#src/platform/clock/clock.ts';

/** [A30] pause after a check that failed: a button that waits for the answer would stay dead */
const USERNAME_CHECK_AGAIN_MS = 5_000;

/** Whether a username is free, asked while it is written. */
export function useUsernameCheck(username: string, pauseMs: number): Availability {
  const browser = useBrowser();
  const language = useLanguage();
  const [availability, setAvailability] = useState<Availability>('unknown');
  const check = useMemo(
    () =>
      new UsernameCheck({
        clock: systemClock,
        pauseMs,
        isFree: (name, signal) => isUsernameFree(browser, name, language, signal),
        show: setAvailability,
      }),
    [pauseMs, language, browser],
  );
  useEffect(() => {
    check.write(username);
    return () => check.stop();
  }, [check, username]);
  return availability;
}

/**
 * The state of a username's check [A30]. Unknown also when the name breaks a rule, and when the check fails.
 */
export type Availability = 'unknown' | 'checking' | 'available' | 'taken';

/**
 * Nothing is sent while a username is checked, or with one that is taken; what was not checked, the server
 * decides.
 */
export function isHeldBack(availability: Availability): boolean {
  return availability === 'checking' || availability === 'taken';
}

interface UsernameCheckOptions {
  readonly clock: Clock;
  /** How long nothing is written before the server is asked. */
  readonly pauseMs: number;
  isFree(username: string, signal: AbortSignal): Promise<boolean>;
  show(availability: Availability): void;
}

/** Asks whether a username is free, once writing has paused; only the last one written counts. */
export class UsernameCheck {
  readonly #options: UsernameCheckOptions;
  #wait: Disposable | null = null;
  #asking: AbortController | null = null;

  constructor(options: UsernameCheckOptions) {
    this.#options = options;
  }

  write(username: string): void {
    this.stop();
    const isValid = checkUsername(username) === null;
    this.#options.show(isValid ? 'checking' : 'unknown');
    if (isValid) this.#wait = this.#options.clock.after(this.#options.pauseMs, () => this.#ask(username));
  }

  /** Ends the check; its result is no longer shown. */
  stop(): void {
    this.#wait?.[Symbol.dispose]();
    this.#asking?.abort();
    this.#wait = null;
    this.#asking = null;
  }

  async #ask(username: string): Promise<void> {
    const asking = new AbortController();
    this.#asking = asking;
    try {
      const isFree = await this.#options.isFree(username, asking.signal);
      if (!asking.signal.aborted) this.#options.show(isFree ? 'available' : 'taken');
    } catch (error) {
      if (asking.signal.aborted) return;
      console.warn('The username could not be checked.', error);
      this.#options.show('unknown');
      this.#wait = this.#options.clock.after(USERNAME_CHECK_AGAIN_MS, () => this.#ask(username));
    }
  }
}

const importAvailability = () => import('./username.wire.ts').then((file) => file.availabilitySchema);

/** @throws {CallError} whose message is the server's own where it gave one */
async function isUsernameFree(
  browser: Browser,
  username: string,
  language: Language,
  signal: AbortSignal,
): Promise<boolean> {
  const call = { endpoint: 'check-pseudo', method: 'POST', body: { pseudo: username }, language } as const;
  const { available } = await callWire(browser, call, importAvailability, signal);
  return available;
}
