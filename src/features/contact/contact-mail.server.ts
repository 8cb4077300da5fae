import * as z from 'zod';
import { DEFAULT_LANGUAGE, type Language } from '#src/contract/languages.ts';
import { CONTACT_KEPT_DAYS } from '#src/contract/limits.ts';
import type { Database } from '#src/db/database.ts';
import { writtenMoment } from '#src/i18n/formats/written-date.ts';
import { layOutMail, type MailContent } from '#src/platform/mail/mail-layout.ts';
import type { MailComposer } from '#src/platform/mail/mail-queue.ts';
import type { Settings } from '#src/platform/settings/settings.ts';
import type { StationConfig } from '#src/station/config/station-config.ts';
import { type ContactMessage, findMessage } from './messages.server.ts';

export const CONTACT_KIND = 'contact-message';

const UNPROVEN = 'Cette adresse est celle que la personne a indiquée, rien ne prouve que ce soit la sienne.';

const orderSchema = z.object({ messageId: z.number() });

interface ContactMailServices {
  readonly settings: Pick<Settings, 'alertEmail' | 'origin'>;
  station(): StationConfig;
}

/** Returns whom messages are mailed to: the association, else ALERT_EMAIL; '' without either. */
export function contactRecipient(services: {
  readonly settings: Pick<Settings, 'alertEmail'>;
  station(): Pick<StationConfig, 'association'>;
}): string {
  return services.station().association.email || (services.settings.alertEmail ?? '');
}

/** Writes the mail of a message, in the association's language. An answer to it goes to the sender. */
export function contactMailComposer(services: ContactMailServices & { db: Database }): MailComposer {
  return async ({ payload }) => {
    const to = contactRecipient(services);
    const message = await findMessage(services.db, orderSchema.parse(payload).messageId);
    if (to === '' || message === null) return null;
    const content = contentOf(services, message);
    return {
      to,
      // Mail goes out without SMTPUTF8: strict servers refuse a header with such letters.
      ...(isAsciiMailbox(message.email) && { replyTo: message.email }),
      ...(await layOutMail(services.station(), content)),
    };
  };
}

function contentOf({ settings, station }: ContactMailServices, message: ContactMessage): MailContent {
  const { name, association, timezone } = station();
  const { id, email, subject } = message;
  const date = writtenMoment(message.createdMs, DEFAULT_LANGUAGE, timezone);
  return {
    language: DEFAULT_LANGUAGE,
    subject: `${name} – ${subject}`,
    title: subject,
    greeting: 'Bonjour,',
    paragraphs: [
      `${email} vous a écrit par le formulaire de contact, le ${date}, en lisant le site en ${languageName(message.language)}\u00a0:`,
    ],
    quote: message.message,
    button: null,
    notes: [
      isAsciiMailbox(email)
        ? `Répondez simplement à cet e-mail\u00a0: votre réponse ira à ${email}. ${UNPROVEN}`
        : `Ne répondez pas à cet e-mail\u00a0: écrivez à ${email}. ${UNPROVEN}`,
      `Le message est aussi conservé sur le site pendant ${CONTACT_KEPT_DAYS} jours. «\u00a0npx onde contact delete ${id}\u00a0» l’y efface avant.`,
    ],
    footer: [association.name, new URL(settings.origin).host],
  };
}

/**
 * Says whether the part before the @ has no letters that only
 * SMTPUTF8 carries; a domain is written in ASCII anyway.
 */
function isAsciiMailbox(email: string): boolean {
  return /^[\x21-\x7e]+$/.test(email.slice(0, email.lastIndexOf('@')));
}

/** `anglais`. */
function languageName(language: Language): string {
  return new Intl.DisplayNames(DEFAULT_LANGUAGE, { type: 'language' }).of(language) ?? language;
}
