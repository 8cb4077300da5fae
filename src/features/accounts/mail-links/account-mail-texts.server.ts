import type { Language } from '#src/contract/languages.ts';
import { PROVIDER_NAMES, type SignInProvider } from '#src/contract/sign-in-providers.ts';
import { DEFAULT_STREAM } from '#src/contract/streams.ts';
import { writtenMoment } from '#src/i18n/formats/written-date.ts';
import { translate } from '#src/i18n/translate.ts';
import { homePath, streamPagePath } from '#src/page/address/paths.ts';
import { layOutMail, type MailContent } from '#src/platform/mail/mail-layout.ts';
import type { OutgoingMail } from '#src/platform/mail/mail-queue.ts';
import type { StationConfig } from '#src/station/config/station-config.ts';
import { LINK_HOURS } from './email-link.server.ts';

/** The content of a mail before it is put into words. */
export type AccountMail =
  /** `hasAct`: something waits for the link in the browser that asked for it. */
  | { kind: 'validate'; token: string; hasAct: boolean; atMs: number }
  | { kind: 'reset'; token: string; hasAct: boolean }
  | { kind: 'existing' }
  | { kind: 'changed' | 'deleted'; atMs: number }
  /** `wasProven`: whether the address had been confirmed before; otherwise the old password has gone. */
  | { kind: 'linked'; atMs: number; provider: SignInProvider; wasProven: boolean }
  | { kind: 'unlinked'; atMs: number; provider: SignInProvider };

/** The station that sends a mail. */
export interface MailSender {
  /** The site's public address, without a slash at its end. */
  origin: string;
  station: StationConfig;
}

/** The recipient. A null name: it is not proven that the name is the mailbox owner's. */
export interface MailReader {
  email: string;
  firstName: string | null;
  language: Language;
}

const LINK_PATHS = { validate: 'validate-email', reset: 'reset-password' } as const;

export async function writeAccountMail(
  sender: MailSender,
  reader: MailReader,
  mail: AccountMail,
): Promise<OutgoingMail> {
  const { station } = sender;
  const content = contentOf(sender, reader, mail);
  return {
    to: reader.email,
    ...(await layOutMail(station, content)),
  };
}

function contentOf({ origin, station }: MailSender, reader: MailReader, mail: AccountMail): MailContent {
  const { language, firstName } = reader;
  const { kind } = mail;
  const home = `${origin}${homePath(language, DEFAULT_STREAM)}`;
  const contact = `${origin}${streamPagePath(language, DEFAULT_STREAM, 'page-contact.html')}`;
  const date = 'atMs' in mail ? writtenMoment(mail.atMs, language, station.timezone) : '';
  const provider = 'provider' in mail ? PROVIDER_NAMES[mail.provider] : '';
  const values = { station: station.name, date, link: contact, provider };
  const button = (label: string, url: string) => ({
    label,
    url,
    hint: translate(language, 'mail.link-hint'),
  });
  const common = {
    language,
    subject: translate(language, `mail.${kind}.subject`, values),
    title: translate(language, `mail.${kind}.title`),
    greeting: firstName
      ? translate(language, 'mail.hello', { name: firstName })
      : translate(language, 'mail.hello-nameless'),
    paragraphs: [translate(language, `mail.${kind}.text`, values)],
    footer: [station.association.name, translate(language, 'mail.footer', { site: new URL(origin).host })],
  };
  const notYou = translate(language, `mail.${kind}.not-you`, values);
  switch (kind) {
    case 'validate':
    case 'reset': {
      const { token, hasAct } = mail;
      const query = new URLSearchParams({ token, lang: language, ...(hasAct && { act: '1' }) });
      const url = `${origin}/${LINK_PATHS[kind]}?${query}`;
      const expires = translate(language, 'mail.expires', { hours: LINK_HOURS[kind] });
      return {
        ...common,
        button: button(translate(language, `mail.${kind}.button`), url),
        notes: [
          ...(kind === 'validate' ? [translate(language, 'mail.validate.ordered', values)] : []),
          expires,
          notYou,
        ],
      };
    }
    case 'existing':
      return {
        ...common,
        button: button(translate(language, 'mail.existing.button', values), home),
        notes: [translate(language, 'mail.existing.forgotten'), notYou],
      };
    case 'changed':
    case 'unlinked':
      return { ...common, button: null, notes: [notYou] };
    case 'linked':
      return {
        ...common,
        button: null,
        notes: [...(mail.wasProven ? [] : [translate(language, 'mail.linked.closed')]), notYou],
      };
    case 'deleted':
      return {
        ...common,
        paragraphs: [...common.paragraphs, translate(language, 'mail.deleted.listen')],
        button: button(translate(language, 'mail.deleted.button', values), home),
        notes: [notYou],
      };
  }
}
