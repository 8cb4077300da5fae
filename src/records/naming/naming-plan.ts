/** A song as naming sees it. */
export interface NamedSong {
  readonly id: number;
  readonly folded: string;
  readonly play_count: number;
}

/** A recording with the names that it has now. */
export interface NamedRecording {
  readonly id: string;
  readonly song_id: number | null;
  /** foldText of its full title. */
  readonly folded: string;
  readonly added_ms: number;
  readonly isPlaced: boolean;
  /** Its names have changed, or it is new. */
  readonly isRenamed: boolean;
}

export type NamingStep =
  /** The song takes the recording's names over. */
  | { readonly do: 'rename'; readonly song: number; readonly as: string }
  /** Another song gets this one's title; this one gets its own later. */
  | { readonly do: 'park'; readonly song: number }
  /** Two songs of one title become one, which takes the recording's names over. */
  | { readonly do: 'merge'; readonly song: number; readonly into: number; readonly as: string }
  /** Recordings leave their song, if they have one, for that of their title: null for a new one, which is made. */
  | {
      readonly do: 'move';
      readonly recordings: readonly string[];
      readonly from: number | null;
      readonly into: number | null;
    };

export interface NamingPlan {
  readonly steps: readonly NamingStep[];
  /** Renamed recordings that have to wait until names are at rest. */
  readonly waiting: ReadonlySet<string>;
}

/** What a plan is made from. */
export interface NamingState {
  /** Those to be named, and those that have one of their recordings' titles. */
  readonly songs: readonly NamedSong[];
  /** All of these songs, and new ones. */
  readonly recordings: readonly NamedRecording[];
  /** The songs to be named. */
  readonly subjects: readonly number[];
  /** Whether no names have come for a while. */
  readonly atRest: boolean;
}

/**
 * What is to be done so that each recording belongs to the song of its title [R127]. A song whose recordings all have
 * another title takes that title over. What joins or parts songs is done only when names are at rest, since a title that
 * is taken now may be given up by the next line of the catalogue.
 */
export function planNames(state: NamingState): NamingPlan {
  const planning = new Planning(state);
  for (const id of state.subjects) planning.nameSong(id);
  planning.placeNew();
  return { steps: planning.steps, waiting: planning.waiting };
}

class Planning {
  readonly steps: NamingStep[] = [];
  readonly waiting = new Set<string>();
  readonly #songs: ReadonlyMap<number, NamedSong>;
  readonly #recordingsOf: ReadonlyMap<number | null, readonly NamedRecording[]>;
  /** By song; none for one that is parked or merged. */
  readonly #titles: Map<number, string>;
  /** The songs that have a title now. */
  readonly #holders: Map<string, number>;
  /** Titles of songs that the plan makes. */
  readonly #made = new Set<string>();
  /** Songs that recordings of their title have come to: they keep it. */
  readonly #joined = new Set<number>();
  readonly #atRest: boolean;

  constructor({ songs, recordings, atRest }: NamingState) {
    this.#songs = new Map(songs.map((song) => [song.id, song]));
    this.#recordingsOf = Map.groupBy(recordings, ({ song_id }) => song_id);
    this.#titles = new Map(songs.map(({ id, folded }) => [id, folded]));
    this.#holders = new Map(songs.map(({ id, folded }) => [folded, id]));
    this.#atRest = atRest;
  }

  nameSong(id: number): void {
    const song = this.#songs.get(id);
    const all = this.#recordingsOf.get(id) ?? [];
    if (song === undefined || this.#isMerged(id)) return;
    const titles = Map.groupBy(
      all.filter(({ isPlaced, isRenamed }) => isPlaced || isRenamed),
      ({ folded }) => folded,
    );
    const heir = this.#heirOf(song, titles);
    const own = heir === null ? undefined : (titles.get(heir) ?? []);
    const from = heir === null || own === undefined ? null : this.#takeTitle(song, heir, own);
    if (from === null) this.#wait(all);
    else for (const [title, others] of titles) if (title !== heir) this.#part(title, others, from);
    // The title may stand there as one of those wrote it that have left.
    const [stays] = own ?? [];
    const hasParted = this.steps.some((step) => step.do === 'move' && step.from === from && from !== null);
    if (hasParted && from === id && stays !== undefined && !stays.isRenamed)
      this.steps.push({ do: 'rename', song: id, as: stays.id });
  }

  placeNew(): void {
    const titles = Map.groupBy(this.#recordingsOf.get(null) ?? [], ({ folded }) => folded);
    for (const [title, recordings] of titles) this.#move(title, recordings, null);
  }

  /** The title that the song goes on under: its own while a recording has it. Null where that is still open. */
  #heirOf(song: NamedSong, titles: ReadonlyMap<string, readonly NamedRecording[]>): string | null {
    if (titles.has(song.folded) || this.#joined.has(song.id)) return song.folded;
    if (titles.size > 1 && !this.#atRest) return null;
    const [oldest] = [...titles.values()].flat().sort((a, b) => a.added_ms - b.added_ms);
    return oldest?.folded ?? null;
  }

  /** Gives the song that has the title then; null when that has to wait. */
  #takeTitle(song: NamedSong, title: string, own: readonly NamedRecording[]): number | null {
    const as = own.findLast(({ isRenamed }) => isRenamed);
    if (this.#titles.get(song.id) === title && as === undefined) return song.id;
    const names = as ?? own.at(-1);
    if (names === undefined || this.#made.has(title)) return null;
    const holder = this.#holderOf(title);
    if (holder !== null && holder.id !== song.id) {
      if (!this.#leavesTitle(holder)) return this.#atRest ? this.#merge(song, holder, names.id) : null;
      this.#park(holder);
    }
    this.steps.push({ do: 'rename', song: song.id, as: names.id });
    this.#give(title, song.id);
    return song.id;
  }

  /** The one with more plays stays: less is moved. */
  #merge(song: NamedSong, holder: NamedSong, as: string): number {
    const title = this.#titles.get(holder.id);
    const [from, into] = song.play_count > holder.play_count ? [holder, song] : [song, holder];
    this.steps.push({ do: 'merge', song: from.id, into: into.id, as });
    if (from === holder) this.#wait(this.#recordingsOf.get(from.id) ?? []);
    this.#leave(from.id);
    if (title !== undefined) this.#give(title, into.id);
    return into.id;
  }

  #part(title: string, recordings: readonly NamedRecording[], from: number): void {
    if (this.#atRest) this.#move(title, recordings, from);
    else this.#wait(recordings);
  }

  #move(title: string, recordings: readonly NamedRecording[], from: number | null): void {
    const holder = this.#holderOf(title);
    const isLeft = holder !== null && this.#leavesTitle(holder);
    if (isLeft) this.#park(holder);
    const into = isLeft ? null : (holder?.id ?? null);
    if (into === null) this.#made.add(title);
    else this.#joined.add(into);
    this.steps.push({ do: 'move', recordings: recordings.map(({ id }) => id), from, into });
  }

  #park(song: NamedSong): void {
    this.steps.push({ do: 'park', song: song.id });
    this.#leave(song.id);
  }

  #give(title: string, id: number): void {
    this.#leave(id);
    this.#holders.set(title, id);
    this.#titles.set(id, title);
  }

  #leave(id: number): void {
    const title = this.#titles.get(id);
    if (title !== undefined && this.#holders.get(title) === id) this.#holders.delete(title);
    this.#titles.delete(id);
  }

  #isMerged(id: number): boolean {
    return this.steps.some((step) => step.do === 'merge' && step.song === id);
  }

  #holderOf(title: string): NamedSong | null {
    return this.#songs.get(this.#holders.get(title) ?? -1) ?? null;
  }

  /** Whether all that is in rotation of the song has another title than it has. */
  #leavesTitle(song: NamedSong): boolean {
    const title = this.#titles.get(song.id);
    const placed = (this.#recordingsOf.get(song.id) ?? []).filter(({ isPlaced }) => isPlaced);
    return placed.length > 0 && placed.every(({ folded }) => folded !== title);
  }

  #wait(recordings: readonly NamedRecording[]): void {
    for (const { id, isRenamed } of recordings) if (isRenamed) this.waiting.add(id);
  }
}
