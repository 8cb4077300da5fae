import * as z from 'zod/mini';
import { HOUR_MS, MINUTE_MS } from '#src/contract/durations.ts';
import { DEFAULT_LANGUAGE } from '#src/contract/languages.ts';
import { CHALLENGES_A_MINUTE, CONTACT_AN_HOUR, CONTACT_OF_STATION_AN_HOUR } from '#src/contract/limits.ts';
import { orderMail } from '#src/db/mail-queue.ts';
import type { Feature, Services } from '#src/features/services.server.ts';
import { translate } from '#src/i18n/translate.ts';
import { cleanedText, emailSchema } from '#src/members/rules/account-fields.wire.ts';
import { requireMailbox } from '#src/members/rules/mailbox.server.ts';
import { addressKey } from '#src/platform/rate-limit/address-key.ts';
import { perAddress, perStation, STATION } from '#src/platform/rate-limit/limit.ts';
import { nothing, wireMethod } from '#src/platform/wire/endpoint.ts';
import { refuseAboveLimit, refuseAtLimit } from '#src/platform/wire/refuse-above-limit.ts';
import { WireError } from '#src/platform/wire/wire-error.ts';
import { fieldsReply, messageReply } from '#src/platform/wire/wire-reply.ts';
import { ProofOfWork, sweepSpentProofs } from './captcha/proof-of-work.server.ts';
import { GOOGLE, Recaptcha, type SiteVerify } from './captcha/recaptcha.server.ts';
import type { Captcha } from './captcha.server.ts';
import { challengeSchema } from './contact.wire.ts';
import { CONTACT_KIND, contactMailComposer, contactRecipient } from './contact-mail.server.ts';
import { checkMessage, checkSubject, cleanMessage, cleanSubject } from './contact-rules.ts';
import { keepMessage, sweepMessages } from './messages.server.ts';

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

type ContactServices = Pick<
  Services,
  'db' | 'clock' | 'logger' | 'limits' | 'wakeMail' | 'station' | 'settings'
>;

const ofAddress = perAddress({ CONTACT_AN_HOUR }, HOUR_MS);
const ofStation = perStation({ CONTACT_OF_STATION_AN_HOUR }, HOUR_MS);

/** `contact` POST */
const contactSchema = z.object({
  email: emailSchema,
  subject: cleanedText(checkSubject, cleanSubject),
  message: cleanedText(checkMessage, cleanMessage),
  /** reCAPTCHA's token, or the solved challenge [W96] in base64; empty for none. */
  recaptchaToken: z._default(z.string(), ''),
});

/** `contact` [W55]: keeps what a visitor writes to the association, and mails it. */
function contactEndpoint(services: ContactServices, captcha: Captcha) {
  const { db, clock, logger, wakeMail, station, settings } = services;
  services.limits.watch(ofStation, () =>
    logger.warn(
      { most: CONTACT_OF_STATION_AN_HOUR },
      'visitors used the contact form as often as the station allows in an hour, so nobody can for a while: look through `onde contact list`',
    ),
  );
  return {
    POST: wireMethod({
      query: nothing,
      body: contactSchema,
      reply: nothing,
      ownLimits: [ofAddress, ofStation],
      async run({ body, language, limits, address }) {
        requireMailbox(body.email);
        // What breaks no rule of a field counts [W9], also when its proof is refused.
        await refuseAboveLimit(limits, [ofAddress, addressKey(address)]);
        if (body.recaptchaToken === '')
          throw new WireError('captcha_required', { fields: { recaptchaToken: 'required' } });
        const proof = await captcha.verify(body.recaptchaToken);
        await refuseAtLimit(limits, [ofStation, STATION]);
        const isMailed = wakeMail !== null && contactRecipient({ settings, station }) !== '';
        const nowMs = clock.nowMs();
        const { id, isNew } = await db.transaction().execute(async (trx) => {
          await proof.spend(trx);
          const kept = await keepMessage(trx, { ...body, language, nowMs });
          if (kept.isNew && isMailed)
            await orderMail(trx, nowMs, {
              kind: CONTACT_KIND,
              userId: null,
              payload: { messageId: kept.id },
              language: DEFAULT_LANGUAGE,
              dedupeKey: null,
            });
          return kept;
        });
        // A message sent twice counts once.
        if (isNew) await limits.take(ofStation, STATION);
        if (isMailed) wakeMail();
        if (isNew && isMailed) logger.info({ message: id }, 'a visitor used the contact form');
        else if (isNew)
          logger.warn(
            { message: id },
            'a visitor used the contact form, but no mail was sent: read it with `onde contact show`, or set SMTP_URL and the e-mail address of the association',
          );
        return messageReply(translate(language, 'replies.contact-sent'), undefined);
      },
    }),
  };
}

/** `captcha` [W96]: a challenge for the browser to solve. */
function captchaEndpoint(captcha: Captcha) {
  return {
    GET: wireMethod({
      query: nothing,
      body: nothing,
      reply: challengeSchema,
      limits: [perAddress({ CHALLENGES_A_MINUTE }, MINUTE_MS)],
      run: async () => fieldsReply(await captcha.challenge()),
    }),
  };
}
