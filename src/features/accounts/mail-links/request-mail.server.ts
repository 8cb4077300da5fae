import type { Language } from '#src/contract/languages.ts';
import { orderMail } from '#src/db/mail-queue.ts';
import { mailRequests } from '#src/features/accounts/limits/account-limits.server.ts';
import { originOfCall } from '#src/features/accounts/registrations/registration-origin.server.ts';
import type { AccountServices } from '#src/features/accounts/services/account-services.server.ts';
import { translate } from '#src/i18n/translate.ts';
import { requireMailbox } from '#src/members/rules/mailbox.server.ts';
import { addressKey } from '#src/platform/rate-limit/address-key.ts';
import { nothing, wireMethod } from '#src/platform/wire/endpoint.ts';
import { refuseAboveLimit } from '#src/platform/wire/refuse-above-limit.ts';
import { messageReply, type WireReply } from '#src/platform/wire/wire-reply.ts';
import type { StationConfig } from '#src/station/config/station-config.ts';
import { type MailReply, mailReplySchema, mailRequestSchema } from './mail-links.wire.ts';

type RequestServices = Pick<
  AccountServices,
  'db' | 'clock' | 'settings' | 'station' | 'wakeMail' | 'addressDigestKey'
>;

/**
 * `forgot-password` and `resend-verification` [W41]. The call looks nothing up: it orders a mail, and the
 * worker finds out whether the address has an account, and counts the mail that it writes. So neither the answer nor its
 * time tells, and where no mail is written nobody uses up a mailbox's limit.
 */
export function requestMailEndpoint(services: RequestServices, kind: 'reset' | 'resend') {
  const { db, clock, wakeMail, station } = services;
  return {
    POST: wireMethod({
      query: nothing,
      body: mailRequestSchema,
      reply: mailReplySchema,
      ownLimits: [mailRequests],
      async run(call) {
        const { body, address, language, limits } = call;
        const emailFolded = requireMailbox(body.email);
        await refuseAboveLimit(limits, [mailRequests, addressKey(address)]);
        if (wakeMail === null) return noMailReply(station(), language);
        const { browser } = originOfCall(services, call);
        await orderMail(db, clock.nowMs(), {
          kind,
          userId: null,
          payload: { emailFolded, browser, act: body.act === true },
          language,
          dedupeKey: [kind, emailFolded, ...(browser ? [browser] : [])].join(' '),
        });
        wakeMail();
        const message = translate(language, 'replies.mail-on-its-way');
        return messageReply(message, { emailSent: true });
      },
    }),
  };
}

/** A station without mail promises none: the reply says which address to write to. */
function noMailReply({ association }: StationConfig, language: Language): WireReply<MailReply> {
  const contact = association.email;
  const message =
    contact === ''
      ? translate(language, 'replies.no-mail')
      : translate(language, 'replies.no-mail-write-to', { contact });
  return messageReply(message, { emailSent: false, contact });
}
