import type { SourceFile } from '#src/import/scan/source-file.ts';

/**
 * One track of each stream in turn, so that every stream soon has something to play, and with each round a jingle, spot
 * or interlude. Within a stream the order is kept.
 */
export function interleaveStreams(files: readonly SourceFile[]): SourceFile[] {
  const groups = Map.groupBy(files, ({ kind, streamId }) => (kind === 'track' ? streamId : kind));
  const queues = [...groups.values()].sort((a, b) => rankOf(a[0]) - rankOf(b[0]));
  const ordered: SourceFile[] = [];
  const longest = Math.max(0, ...queues.map((queue) => queue.length));
  for (let turn = 0; turn < longest; turn += 1) {
    for (const queue of queues) {
      const file = queue[turn];
      if (file) ordered.push(file);
    }
  }
  return ordered;
}

function rankOf(file: SourceFile | undefined): number {
  return file?.kind === 'track' ? 0 : 1;
}
