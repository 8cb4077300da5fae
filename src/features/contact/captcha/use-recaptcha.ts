import { useRef, useState } from 'react';
import { useLanguage } from '#src/i18n/language-context.tsx';
import { readShownTheme } from '#src/page/theme/shown-theme.ts';
import { loadRecaptcha } from './google-recaptcha.ts';

/** The width of Google's box, in pixels. */
const BOX_WIDTH = 304;

/** Google's box, which is fetched when the visitor asks for it: before that Google learns nothing of the visit. */
export function useRecaptcha(siteKey: string) {
  const language = useLanguage();
  const place = useRef<HTMLDivElement>(null);
  const reset = useRef(() => {});
  const [stage, setStage] = useState<'none' | 'working' | 'shown' | 'failed'>('none');
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
    stage,
    /** Null until the visitor has passed, and again when that is too long ago. */
    token,
    place,
    show,
    /** It was used, or refused: Google counts a token once. */
    forget() {
      setToken(null);
      reset.current();
    },
  };
}
