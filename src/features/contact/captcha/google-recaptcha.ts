import type { Language } from '#src/contract/languages.ts';
import type { Theme } from '#src/contract/limits.ts';
import { inTime } from '#src/page/wire/in-time.ts';

const SCRIPT = 'https://www.google.com/recaptcha/api.js';

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

let loading: Promise<Grecaptcha> | null = null;

/** Fetches the script once a page; after a failure, or when it took too long, it can be asked for again. */
export function loadRecaptcha(language: Language): Promise<Grecaptcha> {
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
