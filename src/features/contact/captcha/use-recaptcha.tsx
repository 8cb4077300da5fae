import { type RefObject, useRef, useState } from 'react';
import type { Language } from '#src/contract/languages.ts';
import type { Theme } from '#src/contract/limits.ts';
import { useLanguage } from '#src/i18n/language-context.tsx';
import { useText } from '#src/i18n/use-text.ts';
import { readShownTheme } from '#src/page/theme/shown-theme.ts';
import { inTime } from '#src/page/wire/in-time.ts';
import { Button } from '#src/ui/button/button.tsx';
import { Hint } from '#src/ui/field/field.tsx';
import { LaterIcon } from '#src/ui/icon/later-icon.tsx';
import { Notice } from '#src/ui/notice/notice.tsx';
import styles from './captcha.module.css';
import type { CaptchaControl } from './captcha-control.ts';

const SCRIPT = 'https://www.google.com/recaptcha/api.js';
/** Width of Google's box, in pixels. */
const BOX_WIDTH = 304;

type Stage = 'none' | 'working' | 'shown' | 'failed';

/** Google's box, fetched when the visitor asks for it: until then Google learns nothing of the visit. */
export function useRecaptcha(siteKey: string): CaptchaControl {
  const language = useLanguage();
  const place = useRef<HTMLDivElement>(null);
  const reset = useRef(() => {});
  const [stage, setStage] = useState<Stage>('none');
  /** Null until the visitor has passed, and again when that is too long ago. */
  const [token, setToken] = useState<string | null>(null);

  const show = async () => {
    setStage('working');
    try {
      const google = await loadRecaptcha(language);
      // The page was left meanwhile.
      if (place.current === null) return;
      // A box is drawn into an element once.
      const box = document.createElement('div');
      place.current.replaceChildren(box);
      const widget = google.render(box, {
        sitekey: siteKey,
        theme: readShownTheme(),
        size: place.current.clientWidth < BOX_WIDTH ? 'compact' : 'normal',
        callback: setToken,
        'expired-callback': () => setToken(null),
        'error-callback': () => setToken(null),
      });
      reset.current = () => google.reset(widget);
      setStage('shown');
    } catch {
      setStage('failed');
    }
  };

  return {
    box: <GoogleBox stage={stage} place={place} onShow={show} />,
    isSilent: false,
    isPassed: token !== null,
    begin() {},
    token: async () => token,
    /** Google counts a token once. */
    forget() {
      setToken(null);
      reset.current();
    },
  };
}

/** What the captcha sends to Google, the button that fetches it, then Google's own box. */
function GoogleBox(props: { stage: Stage; place: RefObject<HTMLDivElement | null>; onShow: () => void }) {
  const text = useText();
  const { stage, place, onShow } = props;
  return (
    <div className={styles.google}>
      {stage === 'failed' && <Notice title={text('contact.captcha.failed')} />}
      {stage !== 'shown' && (
        <>
          <Hint>{text('contact.captcha.privacy')}</Hint>
          <Button look="line" disabled={stage === 'working'} onClick={onShow}>
            <LaterIcon name={stage === 'working' ? 'busy' : 'lock'} size={18} spins={stage === 'working'} />
            {text('contact.captcha.show')}
          </Button>
        </>
      )}
      <div ref={place} className={styles.place} />
    </div>
  );
}

/** What is used of Google's script, as it documents it. */
interface Grecaptcha {
  ready(then: () => void): void;
  render(
    place: HTMLElement,
    options: {
      sitekey: string;
      theme: Theme;
      size: 'normal' | 'compact';
      callback: (token: string) => void;
      'expired-callback': () => void;
      'error-callback': () => void;
    },
  ): number;
  reset(widget: number): void;
}

/** A script is fetched once a document, however often the form is opened. */
let loading: Promise<Grecaptcha> | null = null;

/** Fetches Google's script; after a failure, or when it took too long, it can be asked for again. */
function loadRecaptcha(language: Language): Promise<Grecaptcha> {
  loading ??= inTime(() => fetchScript(language)).catch((error: unknown) => {
    loading = null;
    throw error;
  });
  return loading;
}

async function fetchScript(language: Language): Promise<Grecaptcha> {
  const script = document.createElement('script');
  script.src = `${SCRIPT}?${new URLSearchParams({ render: 'explicit', hl: language })}`;
  await new Promise<void>((resolve, reject) => {
    script.addEventListener('load', () => resolve());
    script.addEventListener('error', () => reject(new Error('Google’s script did not come.')));
    document.head.append(script);
  });
  const given: unknown = Reflect.get(window, 'grecaptcha');
  if (!isGrecaptcha(given)) throw new Error('Google’s script brought no reCAPTCHA.');
  await new Promise<void>((resolve) => given.ready(resolve));
  return given;
}

function isGrecaptcha(value: unknown): value is Grecaptcha {
  return typeof value === 'object' && value !== null && 'ready' in value;
}
