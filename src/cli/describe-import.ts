import type { FileList } from '#src/broadcast/supervision/job-message.wire.ts';
import type { ImportReport, SkippedFile } from '#src/import/import-report.ts';
import { printable } from '#src/platform/log/printable.ts';

/** Says in a line what an import has done. */
export function describeImport(report: ImportReport): string {
  const counts = [
    `${report.rendered} new`,
    ...(report.renewed > 0 ? [`${report.renewed} rendered anew`] : []),
    `${report.filed} moved or tagged anew`,
    `${report.unchanged} unchanged`,
    `${report.removed} gone`,
    `${report.skipped.length} skipped`,
  ];
  return `${report.files} files in ${report.seconds.toFixed(1)} s: ${counts.join(', ')}\n`;
}

/** Lists what an import has left out, and what it takes in with a remark. */
export function listLeftOut({ skipped, remarks }: ImportReport): FileList[] {
  const lists = [
    { heading: 'Skipped, the rest plays:', files: skipped.map(listed) },
    { heading: 'To be mended when there is time:', files: remarks.map(listed) },
  ];
  return lists.filter(({ files }) => files.length > 0);
}

function listed({ path, reason, state = '' }: SkippedFile): FileList['files'][number] {
  return { line: `  ${printable(path)} ${printable(reason)}`, state };
}

export function writtenOut({ heading, files }: FileList): string {
  return [heading, ...files.map(({ line }) => line), ''].join('\n');
}
