import * as z from 'zod';
import { DEFAULT_LANGUAGE } from '#src/contract/languages.ts';
import { layOutMail, type MailContent } from '#src/platform/mail/mail-layout.ts';
import type { MailComposer } from '#src/platform/mail/mail-queue.ts';
import type { Settings } from '#src/platform/settings/settings.ts';
import type { StationConfig } from '#src/station/config/station-config.ts';

export const ALERT_KIND = 'station-alert';

const alertSchema = z.object({ problems: z.array(z.string()) });

/** What mails to the operator need. */
export interface AlertServices {
  readonly settings: Pick<Settings, 'alertEmail' | 'origin'>;
  station(): StationConfig;
}

/** The recipient of alerts: ALERT_EMAIL, else the association; '' without either. */
export function alertRecipient({ settings, station }: AlertServices): string {
  return settings.alertEmail ?? station().association.email;
}

/**
 * Writes what StationAlerts orders. Operators read it, not visitors: French, then English, as the problems
 * are.
 */
export function alertMailComposer(services: AlertServices): MailComposer {
  return async ({ payload }) => {
    const to = alertRecipient(services);
    if (to === '') return null;
    const { problems } = alertSchema.parse(payload);
    const { name, association, streams } = services.station();
    const site = new URL(services.settings.origin).host;
    const content: MailContent = {
      language: DEFAULT_LANGUAGE,
      subject: `${name}\u00a0: un problème dans le dossier de la station / a problem in the station folder`,
      title: 'Le dossier de la station a besoin de vous',
      greeting: 'Bonjour,',
      paragraphs: [
        'Depuis plusieurs minutes, quelque chose ne va pas dans le dossier de la station\u00a0:',
        ...problems,
        'Ce qui était en ordre reste en place et la musique déjà préparée continue. La commande «\u00a0npx onde check\u00a0» donne la liste complète\u00a0; dès que c’est réparé, la station reprend d’elle-même.',
      ],
      button: null,
      notes: [
        'In English: something in the station folder has been wrong for several minutes, see above. What was good stays in force and the music that is rendered plays on. `npx onde check` lists everything; once it is mended the station goes on by itself.',
      ],
      footer: [association.name, site],
    };
    return {
      to,
      ...(await layOutMail({ name, streams }, content)),
    };
  };
}
