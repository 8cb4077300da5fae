import type { SourceFile } from '#src/import/scan/source-file.ts';

type Member = Pick<SourceFile, 'kind' | 'streamId'>;

/** The turns of streams, jingles, spots and interludes, over all looks at the folder in a run. */
export class StreamTurns {
  /** Files begun in this run. */
  readonly #begun = new Map<SourceFile['kind'] | SourceFile['streamId'], number>();

  /**
   * Orders files: one track of each stream, then the next of each, so that every stream soon has something to
   * play, and with each row a jingle, spot or interlude. Within a stream the order is kept. The rows go on where those
   * of the list before broke off: else the last ones would wait for all of the first.
   */
  order<File extends Member>(files: readonly File[]): File[] {
    const groups = [...Map.groupBy(files, groupOf)].sort(([, [a]], [, [b]]) => rankOf(a) - rankOf(b));
    const turns = groups.flatMap(([group, queue]) => {
      const begun = this.#begun.get(group) ?? 0;
      return queue.map((file, row) => ({ file, turn: begun + row }));
    });
    return turns.sort((a, b) => a.turn - b.turn).map(({ file }) => file);
  }

  begin(file: Member): void {
    const group = groupOf(file);
    this.#begun.set(group, (this.#begun.get(group) ?? 0) + 1);
  }
}

function groupOf({ kind, streamId }: Member): SourceFile['kind'] | SourceFile['streamId'] {
  return kind === 'track' ? streamId : kind;
}

function rankOf(file: Member | undefined): number {
  return file?.kind === 'track' ? 0 : 1;
}
