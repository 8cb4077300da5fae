import { useEffect, useMemo, useState } from 'react';
import { useLanguage } from '#src/i18n/language-context.tsx';
import { useBrowser } from '#src/page/browser/browser-context.ts';
import { systemClock } from '#src/platform/clock/clock.ts';
import { isUsernameFree } from './username-calls.ts';
import { type Availability, UsernameCheck } from './username-check.ts';

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
