import type { SourceFile } from '#src/import/scan/source-file.ts';

type Member = Pick<SourceFile, 'kind' | 'streamId'>;
type Group = SourceFile['kind'] | SourceFile['streamId'];

/** The turns of streams, jingles, spots and interludes, over all looks at the folder in a run. */
export class StreamTurns {
  /** Turns that were had in this run; who comes later, or again, begins with the one that others are at. */
  readonly #begun = new Map<Group, number>();
  /** Who waited at the last look. */
  #waiting: ReadonlySet<Group> = new Set();

  /**
   * Orders files: one track of each stream, then the next of each, so that every stream soon has something to
   * play, and with each row a jingle, spot or interlude. Within a stream the order is kept. The rows go on where those
   * of the list before broke off: else the last ones would wait for all of the first.
   */
  order<File extends Member>(files: readonly File[]): File[] {
    const groups = [...Map.groupBy(files, groupOf)].sort(([, [a]], [, [b]]) => rankOf(a) - rankOf(b));
    const others = groups.filter(([group]) => this.#waiting.has(group)).map(([group]) => this.#turnOf(group));
    const least = others.length > 0 ? Math.min(...others) : 0;
    for (const [group] of groups)
      if (!this.#waiting.has(group)) this.#begun.set(group, Math.max(least, this.#turnOf(group)));
    this.#waiting = new Set(groups.map(([group]) => group));
    const turns = groups.flatMap(([group, queue]) => {
      return queue.map((file, row) => ({ file, turn: this.#turnOf(group) + row }));
    });
    return turns.sort((a, b) => a.turn - b.turn).map(({ file }) => file);
  }

  begin(file: Member): void {
    const group = groupOf(file);
    this.#begun.set(group, this.#turnOf(group) + 1);
  }

  #turnOf(group: Group): number {
    return this.#begun.get(group) ?? 0;
  }
}

function groupOf({ kind, streamId }: Member): Group {
  return kind === 'track' ? streamId : kind;
}

function rankOf(file: Member | undefined): number {
  return file?.kind === 'track' ? 0 : 1;
}
