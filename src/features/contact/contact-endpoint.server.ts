import { DEFAULT_LANGUAGE } from '#src/contract/languages.ts';
import { CHALLENGES_A_MINUTE, CONTACT_AN_HOUR, CONTACT_OF_STATION_AN_HOUR } from '#src/contract/limits.ts';
import { orderMail } from '#src/db/mail-queue.ts';
import type { AccountServices } from '#src/features/accounts/services/account-services.server.ts';
import { translate } from '#src/i18n/translate.ts';
import { STATION } from '#src/members/limits/account-limits.server.ts';
import { requireMailbox } from '#src/members/rules/mailbox.server.ts';
import { addressKey } from '#src/platform/rate-limit/address-key.ts';
import { limitOfCallers } from '#src/platform/rate-limit/caller-limits.ts';
import { createMemoryRateLimits, HOUR_MS, MINUTE_MS } from '#src/platform/rate-limit/rate-limits.ts';
import { refuseAboveLimit, refuseAtLimit } from '#src/platform/rate-limit/refuse-above-limit.ts';
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

/** `contact` [W55]: keeps what a visitor writes to the association, and mails it. */
export function contactEndpoint(
  services: ContactServices,
  captcha: Captcha,
  settings: Pick<Settings, 'alertEmail'>,
) {
  const { db, clock, logger, wakeMail, station } = services;
  const limits = createMemoryRateLimits(clock);
  // Those that are refused count too.
  const ofCaller = limitOfCallers(limits, { most: CONTACT_AN_HOUR, perMs: HOUR_MS });
  const ofStation = limits.limit({ most: CONTACT_OF_STATION_AN_HOUR, perMs: HOUR_MS }, () =>
    logger.warn(
      { most: CONTACT_OF_STATION_AN_HOUR },
      'visitors have written by the contact form as often as the station allows in an hour, so that nobody can for a while: look through `onde contact list`',
    ),
  );
  return {
    POST: wireMethod({
      query: nothing,
      body: contactSchema,
      reply: nothing,
      async run({ body, address, language }) {
        await refuseAboveLimit([ofCaller, addressKey(address)]);
        requireMailbox(body.email);
        if (body.recaptchaToken === '')
          throw new WireError('captcha_required', { fields: { recaptchaToken: 'required' } });
        const proof = await captcha.verify(body.recaptchaToken);
        await refuseAtLimit([ofStation, STATION]);
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
        // A proof that was used before counts against nobody.
        if (isNew) await ofStation.take(STATION);
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
  const ofMinute = limitOfCallers(createMemoryRateLimits(clock), {
    most: CHALLENGES_A_MINUTE,
    perMs: MINUTE_MS,
  });
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
