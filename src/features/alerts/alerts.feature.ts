import type { Feature, Services } from '#src/features/services.server.ts';
import { ALERT_KIND, alertMailComposer } from './alert-mail.server.ts';
import { BACKUP_KIND, backupMailComposer } from './backup-mail.server.ts';

export function alertsFeature(services: Services) {
  return {
    mails: { [ALERT_KIND]: alertMailComposer(services), [BACKUP_KIND]: backupMailComposer(services) },
  } satisfies Feature;
}
