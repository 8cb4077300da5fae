import { z } from 'zod';

const SEVERITIES = ['info', 'low', 'moderate', 'high', 'critical'] as const;
/** Of what a station runs, these fail a run of the tests; the others are named. */
const FAILING: ReadonlySet<string> = new Set(['high', 'critical']);

const advisorySchema = z.object({
  url: z.string(),
  title: z.string(),
  severity: z.enum(SEVERITIES),
});
/** What `npm audit --json` says; `via` names another package where the fault is that one's. */
const reportSchema = z.object({
  auditReportVersion: z.number(),
  vulnerabilities: z.record(z.string(), z.object({ via: z.array(z.union([z.string(), advisorySchema])) })),
});

/** An advisory that is known, and does no harm here until it is looked at again. */
export const exceptionsSchema = z.array(
  z.object({
    /** `GHSA-….` */
    advisory: z.string().regex(/^GHSA(-[a-z0-9]{4}){3}$/),
    /** Why a station is not in danger by it. */
    why: z.string().min(20),
    /** The last day on which this counts. */
    until: z.iso.date(),
  }),
);
export type AuditException = z.infer<typeof exceptionsSchema>[number];

export interface Verdict {
  readonly failures: readonly string[];
  readonly notes: readonly string[];
}

/**
 * Judges a report of `npm audit` on the packages that a station runs: an advisory of high or critical severity fails,
 * unless an exception says until when it does not. What is no report, as without a network, fails nothing.
 * @param today `2026-11-25`
 */
export function judgeAudit(report: unknown, exceptions: readonly AuditException[], today: string): Verdict {
  const parsed = reportSchema.safeParse(report);
  if (!parsed.success)
    return {
      failures: [],
      notes: [
        'the registry gave no advisories, so the packages were not audited: run it again with a network',
      ],
    };
  const failures: string[] = [];
  const notes: string[] = [];
  for (const [name, { via }] of Object.entries(parsed.data.vulnerabilities))
    for (const advisory of via) {
      if (typeof advisory === 'string') continue;
      const { severity, title, url } = advisory;
      const said = `${name}: ${title} (${severity}, ${url})`;
      const exception = exceptions.find((one) => url.endsWith(one.advisory));
      const isExcepted = exception !== undefined && today <= exception.until;
      if (!FAILING.has(severity)) notes.push(said);
      else if (isExcepted) notes.push(`${said}, excepted until ${exception.until}: ${exception.why}`);
      else failures.push(exception ? `${said}; its exception ended on ${exception.until}` : said);
    }
  return { failures, notes };
}
