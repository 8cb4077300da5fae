import { DEFAULT_LANGUAGE } from '#src/contract/languages.ts';
import { orderMail } from '#src/db/mail-queue.ts';
import { requireMailbox } from '#src/features/accounts/rules/mailbox.server.ts';
import type { AccountServices } from '#src/features/accounts/services/account-services.server.ts';
import { translate } from '#src/i18n/translate.ts';
import { addressKey } from '#src/platform/rate-limit/address-key.ts';
import { createMemoryRateLimits } from '#src/platform/rate-limit/rate-limits.ts';
import { refuseAboveLimit } from '#src/platform/rate-limit/refuse-above-limit.ts';
import type { Settings } from '#src/platform/settings/settings.ts';
import { nothing, wireMethod } from '#src/platform/wire/endpoint.ts';
import { WireError } from '#src/platform/wire/wire-error.ts';
import { fieldsReply, messageReply } from '#src/platform/wire/wire-reply.ts';
import type { Captcha } from './captcha.server.ts';
import { challengeSchema } from './challenge.wire.ts';
import { contactSchema } from './contact.wire.ts';
import { CONTACT_KIND, contactRecipient } from './contact-mail.server.ts';
import { keepMessage } from './messages.server.ts';

type ContactServices = Pick<AccountServices, 'db' | 'clock' | 'logger' | 'wakeMail' | 'station'>;

/** A household or an office; whoever writes more is no visitor. Those that are refused count too. */
const MESSAGES_AN_HOUR = { most: 20, perMs: 3_600_000 };
/** A challenge costs us a thousandth of a second. */
const CHALLENGES_A_MINUTE = { most: 60, perMs: 60_000 };

/** `contact` [W55]: keeps what a visitor writes to the association, and mails it. */
export function contactEndpoint(
  services: ContactServices,
  captcha: Captcha,
  settings: Pick<Settings, 'alertEmail'>,
) {
  const { db, clock, logger, wakeMail, station } = services;
  const ofHour = createMemoryRateLimits(clock).limit(MESSAGES_AN_HOUR);
  return {
    POST: wireMethod({
      query: nothing,
      body: contactSchema,
      reply: nothing,
      async run({ body, address, language }) {
        await refuseAboveLimit([ofHour, addressKey(address)]);
        requireMailbox(body.email);
        if (body.recaptchaToken === '')
          throw new WireError('captcha_required', { fields: { recaptchaToken: 'required' } });
        const proof = await captcha.verify(body.recaptchaToken);
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
        if (isMailed) wakeMail();
        if (isNew && isMailed) logger.info({ message: id }, 'a visitor has written by the contact form');
        else if (isNew)
          logger.warn(
            { message: id },
            'a visitor has written by the contact form and no mail tells of it: read it with `onde contact show`, or set SMTP_URL and the e-mail address of the association',
          );
        return messageReply(translate(language, 'replies.contact-sent'), undefined);
      },
    }),
  };
}

/** `captcha` [W96]: a challenge for the browser to solve. */
export function captchaEndpoint({ clock }: Pick<ContactServices, 'clock'>, captcha: Captcha) {
  const ofMinute = createMemoryRateLimits(clock).limit(CHALLENGES_A_MINUTE);
  return {
    GET: wireMethod({
      query: nothing,
      body: nothing,
      reply: challengeSchema,
      async run({ address }) {
        await refuseAboveLimit([ofMinute, addressKey(address)]);
        return fieldsReply(await captcha.challenge());
      },
    }),
  };
}
