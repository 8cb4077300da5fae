import type { ImportReport, SkippedFile } from '#src/import/import-report.ts';
import { printable } from '#src/platform/log/printable.ts';

/** Says in lines what an import has done, and lists what it left out: `filesMax` of each kind at most. */
export function describeImport(report: ImportReport, filesMax = Number.POSITIVE_INFINITY): string {
  const counts = [
    `${report.rendered} new`,
    ...(report.renewed > 0 ? [`${report.renewed} rendered anew`] : []),
    `${report.filed} moved or tagged anew`,
    `${report.unchanged} unchanged`,
    `${report.removed} gone`,
    `${report.skipped.length} skipped`,
  ];
  return [
    `${report.files} files in ${report.seconds.toFixed(1)} s: ${counts.join(', ')}\n`,
    ...listed('Skipped, the rest plays:', report.skipped, filesMax),
    ...listed('To be mended when there is time:', report.remarks, filesMax),
  ].join('');
}

function listed(heading: string, files: readonly SkippedFile[], filesMax: number): string[] {
  if (files.length === 0) return [];
  const more = files.length - filesMax;
  return [
    `${heading}\n`,
    ...files.slice(0, filesMax).map(({ path, reason }) => `  ${printable(path)} ${printable(reason)}\n`),
    ...(more > 0 ? [`  and ${more} more: "onde check" lists them all\n`] : []),
  ];
}
