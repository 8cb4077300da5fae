import type { FileList } from '#src/broadcast/supervision/job-message.wire.ts';
import type { ImportReport, SkippedFile } from '#src/import/import-report.ts';
import { printable } from '#src/platform/log/printable.ts';

/** Files of a list that broadcast is told of by name: it takes the message in between two frames. */
const TOLD_MAX = 500;

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
    { heading: 'Skipped, the rest plays:', files: skipped.map(listed), more: 0 },
    { heading: 'To be mended when there is time:', files: remarks.map(listed), more: 0 },
  ];
  return lists.filter(({ files }) => files.length > 0);
}

function listed({ path, reason, state = '' }: SkippedFile): FileList['files'][number] {
  return { line: `  ${printable(path)} ${printable(reason)}`, state };
}

/** The first files of a list, and the number of the others. */
export function shortened({ heading, files, more }: FileList): FileList {
  const told = files.slice(0, TOLD_MAX);
  return { heading, files: told, more: more + files.length - told.length };
}

export function writtenOut({ heading, files }: FileList): string {
  return [heading, ...files.map(({ line }) => line), ''].join('\n');
}
