import { alertRecipient } from '#src/features/alerts/alert-mail.server.ts';
import type { Feature } from '#src/features/feature.server.ts';
import type { Services } from '#src/features/services.server.ts';
import { sweepRobotRecords } from './robot-records.server.ts';
import { RobotReports } from './robot-reports.server.ts';
import { statusEndpoint } from './status.server.ts';
import { TROUBLE_KIND, troubleMailComposer } from './trouble-mail.server.ts';

export function statusFeature(services: Services) {
  const recipient = () => alertRecipient(services);
  return {
    endpoints: { status: statusEndpoint(services) },
    mails: { [TROUBLE_KIND]: troubleMailComposer({ ...services, recipient }) },
    sweeps: [{ what: 'what robots heard', run: (nowMs: number) => sweepRobotRecords(services.db, nowMs) }],
    /** Takes what the robots hear. */
    reports: new RobotReports({ ...services, recipient }),
  } satisfies Feature & { reports: RobotReports };
}
