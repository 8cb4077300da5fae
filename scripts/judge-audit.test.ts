import { expect, test } from 'vitest';
import { exceptionsSchema, judgeAudit } from './judge-audit.ts';

const URL = 'https://github.com/advisories/GHSA-aaaa-bbbb-cccc';

function report(severity: string) {
  const advisory = { source: 1, url: URL, title: 'Prototype pollution', severity };
  const vulnerabilities = { qs: { name: 'qs', via: [advisory] }, express: { name: 'express', via: ['qs'] } };
  return { auditReportVersion: 2, vulnerabilities };
}
const [excepted] = exceptionsSchema.parse([
  { advisory: 'GHSA-aaaa-bbbb-cccc', why: 'it is not called with what strangers send', until: '2026-12-31' },
]);
const exceptions = excepted === undefined ? [] : [excepted];

test.each(['high', 'critical'])('an advisory of %s severity fails, once, and names itself', (severity) => {
  const { failures } = judgeAudit(report(severity), [], '2026-11-25');
  expect(failures).toEqual([`qs: Prototype pollution (${severity}, ${URL})`]);
});

test.each(['info', 'low', 'moderate'])('one of %s severity is named, and fails nothing', (severity) => {
  const { failures, notes } = judgeAudit(report(severity), [], '2026-11-25');
  expect([failures.length, notes.length]).toEqual([0, 1]);
});

test('an exception counts to its last day, and says afterwards that it has ended', () => {
  const last = judgeAudit(report('high'), exceptions, '2026-12-31');
  expect(last.failures).toEqual([]);
  expect(last.notes).toEqual([expect.stringContaining('excepted until 2026-12-31: it is not called')]);
  expect(judgeAudit(report('high'), exceptions, '2027-01-01').failures).toEqual([
    expect.stringContaining('its exception ended on 2026-12-31'),
  ]);
});

test.each([null, {}, { message: '405 Method Not Allowed', statusCode: 405 }, 'x'])(
  'without an answer of the registry nothing fails, and it is said: %j',
  (answer) => {
    const { failures, notes } = judgeAudit(answer, [], '2026-11-25');
    expect([failures, notes]).toEqual([[], [expect.stringContaining('not audited')]]);
  },
);

test.each([
  { advisory: 'GHSA-x', why: 'it is not called with what strangers send', until: '2026-12-31' },
  { advisory: 'GHSA-aaaa-bbbb-cccc', why: 'harmless', until: '2026-12-31' },
  { advisory: 'GHSA-aaaa-bbbb-cccc', why: 'it is not called with what strangers send', until: 'never' },
])('an exception without a number, a reason or an end is none: %j', (exception) => {
  expect(exceptionsSchema.safeParse([exception]).success).toBe(false);
});
