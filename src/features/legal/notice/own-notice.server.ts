import { CHILD_YEARS } from '#src/contract/limits.ts';
import { typeset } from '#src/i18n/typeset.ts';
import type { Settings } from '#src/platform/settings/settings.ts';
import type { StationConfig } from '#src/station/config/station-config.ts';
import { frenchNotice } from './french-notice.server.ts';
import { type NoticeFacts, noticeFacts } from './notice-facts.server.ts';

/** The program's own notice in Markdown, for a station that has written none [R73]. */
export function ownNotice(station: StationConfig, settings: Settings): { fr: string; en: string } {
  const facts = noticeFacts(station, settings);
  return { fr: typeset(frenchNotice(facts), 'fr'), en: typeset(englishExcerpt(facts), 'en') };
}

/** The notice in short, in English, for a station that has written none. */
function englishExcerpt({ name, association }: NoticeFacts): string {
  const { address, registry, trademark, email, host } = association;
  const where = [address, email === '' ? '' : `[${email}](mailto:${email})`].filter(Boolean);
  const facts = [
    address !== '' && `with its headquarters at ${address}`,
    registry !== '' && `registered in the national register of associations under ${registry}`,
  ].filter(Boolean);
  const published = `${name} is published by **${association.name}**, a French non-profit association${facts.map((fact) => `, ${fact}`).join('')}.`;
  return [
    [
      published,
      trademark === '' ? '' : `“${name}” is a registered trademark (${trademark}).`,
      host === '' ? '' : `The site is hosted by ${host}.`,
      'The association is the controller of your personal data.',
    ]
      .filter(Boolean)
      .join(' '),
    `You can listen without an account. Members can see, download and delete, from their profile, what is held about them. ${
      where.length === 0
        ? 'For anything else, write to us through the contact page.'
        : `For anything else, write to ${where.join(', or to ')}.`
    } The site counts hours of listening and how many people listened, never who; it sets no cookies for audience measurement or advertising. Accounts are not meant for children under ${CHILD_YEARS} without the verifiable consent of a parent.`,
  ].join('\n\n');
}
