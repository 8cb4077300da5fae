import { useText } from '#src/i18n/use-text.ts';
import { Button } from '#src/ui/button/button.tsx';
import { Hint } from '#src/ui/field/field.tsx';
import { LaterIcon } from '#src/ui/icon/later-icon.tsx';
import { Notice } from '#src/ui/notice/notice.tsx';
import styles from './captcha-box.module.css';
import type { CaptchaControl } from './use-captcha.ts';

/** What a visitor sees of the captcha: of ours a line, of Google's what it does, its button, then its box. */
export function CaptchaBox({ captcha }: { captcha: CaptchaControl }) {
  const { kind, proof, recaptcha } = captcha;
  return kind === 'builtin' ? <ProofLine stage={proof.stage} /> : <GoogleBox recaptcha={recaptcha} />;
}

/** Keeps its height, so that nothing moves when it speaks. */
function ProofLine({ stage }: { stage: CaptchaControl['proof']['stage'] }) {
  const text = useText();
  return (
    <div className={styles.line} role="status">
      {stage === 'working' && <Hint kind="busy">{text('contact.robot.working')}</Hint>}
      {stage === 'ready' && <Hint kind="good">{text('contact.robot.ready')}</Hint>}
    </div>
  );
}

function GoogleBox({ recaptcha }: { recaptcha: CaptchaControl['recaptcha'] }) {
  const text = useText();
  const { stage, place, show } = recaptcha;
  return (
    <div className={styles.google}>
      {stage === 'failed' && <Notice title={text('contact.captcha.failed')} />}
      {stage !== 'shown' && (
        <>
          <Hint>{text('contact.captcha.privacy')}</Hint>
          <Button look="line" disabled={stage === 'working'} onClick={show}>
            <LaterIcon name={stage === 'working' ? 'busy' : 'lock'} size={18} spins={stage === 'working'} />
            {text('contact.captcha.show')}
          </Button>
        </>
      )}
      <div ref={place} className={styles.place} />
    </div>
  );
}
