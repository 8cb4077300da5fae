import type { ContactFacts } from '#src/features/contact/contact-facts.wire.ts';
import { useProof } from './use-proof.ts';
import { useRecaptcha } from './use-recaptcha.ts';

/** The captcha of the station, whichever it is. */
export function useCaptcha({ kind, siteKey }: ContactFacts['captcha']) {
  const proof = useProof();
  const recaptcha = useRecaptcha(siteKey);
  const isOurs = kind === 'builtin';
  return {
    kind,
    proof,
    recaptcha,
    /** The visitor has begun to write. */
    begin() {
      // Whoever sends the form is told what went wrong.
      if (isOurs) proof.begin().catch(() => {});
    },
    /** The visitor has nothing to do, or has done it. */
    isPassed: isOurs || recaptcha.token !== null,
    /** For the call; null when the visitor has still to do something. */
    token: async (): Promise<string | null> => (isOurs ? proof.begin() : recaptcha.token),
    forget: () => (isOurs ? proof.forget() : recaptcha.forget()),
    /** Whether another token can be had without the visitor. */
    isSilent: isOurs,
  };
}
export type CaptchaControl = ReturnType<typeof useCaptcha>;
