import * as z from 'zod';
import { DEFAULT_LANGUAGE, type Language } from '#src/contract/languages.ts';
import { writtenMoment } from '#src/i18n/formats/written-date.ts';
import { layOutMail, type MailContent } from '#src/platform/mail/mail-layout.ts';
import type { MailComposer } from '#src/platform/mail/mail-queue.ts';
import { type AlertServices, alertRecipient } from './alert-mail.server.ts';

export const BACKUP_KIND = 'backup-alert';

const toldSchema = z.object({
  /** Why backups fail; null when they go well again. */
  reason: z.string().nullable(),
  /** When the newest one was made that is proved. */
  provedMs: z.number().nullable(),
});
/** What a mail tells of the backups. */
export type ToldBackup = z.infer<typeof toldSchema>;

/** Writes what BackupAlerts orders: French, then English, for the operator [R197]. */
export function backupMailComposer(services: AlertServices): MailComposer {
  return async ({ payload }) => {
    const to = alertRecipient(services);
    if (to === '') return null;
    const told = toldSchema.parse(payload);
    const { name, association, streams, timezone } = services.station();
    const at = (language: Language) => writtenMoment(told.provedMs ?? 0, language, timezone);
    const content: MailContent = {
      language: DEFAULT_LANGUAGE,
      ...(told.reason === null ? wellAgain(name, at) : failing(name, told, told.reason, at)),
      greeting: 'Bonjour,',
      button: null,
      footer: [association.name, new URL(services.settings.origin).host],
    };
    return { to, ...(await layOutMail({ name, streams }, content)) };
  };
}

type Words = Pick<MailContent, 'subject' | 'title' | 'paragraphs' | 'notes'>;

function failing(
  name: string,
  { provedMs }: ToldBackup,
  reason: string,
  at: (language: Language) => string,
): Words {
  return {
    subject: `${name}\u00a0: la sauvegarde a échoué / the backup has failed`,
    title: 'La sauvegarde de la nuit a échoué',
    paragraphs: [
      'La station n’a pas pu faire sa sauvegarde, ou n’a pas pu la vérifier\u00a0:',
      reason,
      provedMs === null
        ? 'Il n’y a encore aucune sauvegarde vérifiée.'
        : `La dernière sauvegarde vérifiée est celle du ${at('fr')}\u00a0; elle reste en place.`,
      'La station essaie de nouveau chaque nuit et vous écrira quand tout sera rentré dans l’ordre. La commande «\u00a0npx onde backup\u00a0» essaie tout de suite.',
    ],
    notes: [
      `In English: the nightly backup could not be made or proved, see above. ${
        provedMs === null
          ? 'There is no proved backup yet.'
          : `The newest proved one is of ${at('en')}, and stays.`
      } It is tried again every night; \`npx onde backup\` tries at once.`,
    ],
  };
}

function wellAgain(name: string, at: (language: Language) => string): Words {
  return {
    subject: `${name}\u00a0: la sauvegarde fonctionne de nouveau / backups go well again`,
    title: 'La sauvegarde fonctionne de nouveau',
    paragraphs: [`La sauvegarde du ${at('fr')} a été faite, rouverte et vérifiée.`],
    notes: [`In English: the backup of ${at('en')} was made, opened again and proved.`],
  };
}
