import { useRef, useState } from 'react';
import type { Language } from '#src/contract/languages.ts';
import { CAPTCHA_MS } from '#src/contract/limits.ts';
import { useLanguage } from '#src/i18n/language-context.tsx';
import type { Browser } from '#src/page/browser/browser.ts';
import { useBrowser } from '#src/page/browser/browser-context.ts';
import { callWire } from '#src/page/wire/call-wire.ts';
import { inTime } from '#src/page/wire/in-time.ts';

/** A proof that is about to be too old is made anew: a message takes its time on the way. */
const FRESH_MS = CAPTCHA_MS - 60_000;

const importChallenge = async () => (await import('#src/features/contact/challenge.wire.ts')).challengeSchema;

/** The proof of work: begun while the visitor writes, so that nobody waits for it. */
export function useProof() {
  const browser = useBrowser();
  const language = useLanguage();
  const kept = useRef<{ readonly proof: Promise<string>; readonly madeMs: number } | null>(null);
  const [stage, setStage] = useState<'none' | 'working' | 'ready'>('none');

  const begin = (): Promise<string> => {
    const made = kept.current;
    if (made !== null && performance.now() - made.madeMs < FRESH_MS) return made.proof;
    const proof = prove(browser, language);
    kept.current = { proof, madeMs: performance.now() };
    setStage('working');
    const end = (isReady: boolean) => {
      if (kept.current?.proof !== proof) return;
      if (!isReady) kept.current = null;
      setStage(isReady ? 'ready' : 'none');
    };
    proof.then(
      () => end(true),
      () => end(false),
    );
    return proof;
  };
  return {
    stage,
    /**
     * Makes one, unless there is one.
     * @throws {CallError} where no challenge could be had
     */
    begin,
    /** It was used, or refused. */
    forget() {
      kept.current = null;
      setStage('none');
    },
  };
}

async function prove(browser: Browser, language: Language): Promise<string> {
  const [challenge, { solve }] = await Promise.all([
    callWire(browser, { endpoint: 'captcha', method: 'GET', language }, importChallenge),
    inTime(() => import('./solve-challenge.ts')),
  ]);
  return solve(challenge);
}
