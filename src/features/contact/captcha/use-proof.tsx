import { useRef, useState } from 'react';
import { MINUTE_MS } from '#src/contract/durations.ts';
import type { Language } from '#src/contract/languages.ts';
import { CAPTCHA_MS } from '#src/contract/limits.ts';
import { useLanguage } from '#src/i18n/language-context.tsx';
import { useText } from '#src/i18n/use-text.ts';
import type { Browser } from '#src/page/browser/browser.ts';
import { useBrowser } from '#src/page/browser/browser-context.ts';
import { callWire } from '#src/page/wire/call-wire.ts';
import { inTime } from '#src/page/wire/in-time.ts';
import { Hint } from '#src/ui/field/field.tsx';
import styles from './captcha.module.css';
import type { CaptchaControl } from './captcha-control.ts';

/** A proof about to be too old is made anew, since the message takes its time on the way. */
const FRESH_MS = CAPTCHA_MS - MINUTE_MS;

const importChallenge = () =>
  import('#src/features/contact/contact.wire.ts').then((file) => file.challengeSchema);

type Stage = 'none' | 'working' | 'ready';

/** The proof of work: begun while the visitor writes, so that nobody waits for it. */
export function useProof(): CaptchaControl {
  const browser = useBrowser();
  const language = useLanguage();
  const kept = useRef<{ readonly proof: Promise<string>; readonly madeMs: number } | null>(null);
  const [stage, setStage] = useState<Stage>('none');

  const makeProof = (): Promise<string> => {
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
    box: <ProofLine stage={stage} />,
    isSilent: true,
    isPassed: true,
    begin() {
      // Whoever sends the form is told what went wrong.
      makeProof().catch(() => {});
    },
    token: makeProof,
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

/** Keeps its height, so that nothing moves when it speaks. */
function ProofLine({ stage }: { stage: Stage }) {
  const text = useText();
  return (
    <div className={styles.line} role="status">
      {stage === 'working' && <Hint kind="busy">{text('contact.robot.working')}</Hint>}
      {stage === 'ready' && <Hint kind="good">{text('contact.robot.ready')}</Hint>}
    </div>
  );
}
