import type { Feature } from '#src/features/feature.server.ts';
import type { Services } from '#src/features/services.server.ts';
import { openCaptcha } from './captcha/open-captcha.server.ts';
import { sweepSpentProofs } from './captcha/proof-of-work.server.ts';
import type { SiteVerify } from './captcha/recaptcha.server.ts';
import { captchaEndpoint, contactEndpoint } from './contact-endpoint.server.ts';
import { CONTACT_KIND, contactMailComposer } from './contact-mail.server.ts';
import { sweepMessages } from './messages.server.ts';

/** `siteVerify`: where Google is asked about a captcha. */
export function contactFeature(services: Services, { siteVerify }: { siteVerify?: SiteVerify } = {}) {
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
