import { useEffect, useMemo, useState } from 'react';
import type { Language } from '#src/contract/languages.ts';
import { useLanguage } from '#src/i18n/language-context.tsx';
import { checkUsername } from '#src/members/rules/account-rules.ts';
import type { Browser } from '#src/page/browser/browser.ts';
import { useBrowser } from '#src/page/browser/browser-context.ts';
import { callWire } from '#src/page/wire/call-wire.ts';
import { type Clock, systemClock } from '#src/platform/clock/clock.ts';

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

/** Asks whether a username is free, once writing has paused; only the last one written counts. */
export class UsernameCheck {
  readonly #clock: Clock;
  readonly #pauseMs: number;
  readonly #isFree: (username: string, signal: AbortSignal) => Promise<boolean>;
  readonly #show: (availability: Availability) => void;
  #wait: Disposable | null = null;
  #asking: AbortController | null = null;

  constructor(options: {
    clock: Clock;
    pauseMs: number;
    isFree: (username: string, signal: AbortSignal) => Promise<boolean>;
    show: (availability: Availability) => void;
  }) {
    this.#clock = options.clock;
    this.#pauseMs = options.pauseMs;
    this.#isFree = options.isFree;
    this.#show = options.show;
  }

  write(username: string): void {
    this.stop();
    const isValid = checkUsername(username) === null;
    this.#show(isValid ? 'checking' : 'unknown');
    if (isValid) this.#wait = this.#clock.after(this.#pauseMs, () => this.#ask(username));
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
      const isFree = await this.#isFree(username, asking.signal);
      if (!asking.signal.aborted) this.#show(isFree ? 'available' : 'taken');
    } catch (error) {
      if (asking.signal.aborted) return;
      console.warn('The username could not be checked.', error);
      this.#show('unknown');
    }
  }
}

const importAvailability = async () => (await import('./username.wire.ts')).availabilitySchema;

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
