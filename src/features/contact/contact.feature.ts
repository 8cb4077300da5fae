import type { Feature } from '#src/features/feature.server.ts';
import type { Services } from '#src/features/services.server.ts';
import { ProofOfWork, sweepSpentProofs } from './captcha/proof-of-work.server.ts';
import { GOOGLE, Recaptcha, type SiteVerify } from './captcha/recaptcha.server.ts';
import type { Captcha } from './captcha.server.ts';
import { captchaEndpoint, contactEndpoint } from './contact-endpoint.server.ts';
import { CONTACT_KIND, contactMailComposer } from './contact-mail.server.ts';
import { sweepMessages } from './messages.server.ts';

/** @param siteVerify where Google is asked about a captcha */
export function contactFeature(
  services: Services,
  { siteVerify = GOOGLE }: { siteVerify?: SiteVerify } = {},
) {
  const { db } = services;
  const captcha = openCaptcha(services, siteVerify);
  return {
    endpoints: {
      captcha: captchaEndpoint(captcha),
      contact: contactEndpoint(services, captcha),
    },
    sweeps: [
      { what: 'spent proofs of visitors', run: (nowMs: number) => sweepSpentProofs(db, nowMs) },
      { what: 'messages of visitors', run: (nowMs: number) => sweepMessages(db, nowMs) },
    ],
    mails: { [CONTACT_KIND]: contactMailComposer(services) },
  } satisfies Feature;
}

/** The captcha that the operator chose: reCAPTCHA where its keys are set, else our own. */
function openCaptcha({ settings, clock, logger, folder }: Services, siteVerify: SiteVerify): Captcha {
  return settings.recaptcha === null
    ? new ProofOfWork({ clock, secretFile: folder.secret })
    : new Recaptcha({ secret: settings.recaptcha.secret, logger, siteVerify });
}
