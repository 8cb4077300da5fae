/** How one track or artist is shown and sent as a favourite or none. */
export interface FavoriteChange {
  show(isFavorite: boolean): Promise<void>;
  /** @throws {CallError} */
  send(isFavorite: boolean): Promise<unknown>;
}

/**
 * What a member wants shows at once; the server is told one wish after the other, so that the last one counts however
 * fast they come [R43].
 */
export class FavoriteWishes {
  readonly #wanted = new Map<string, boolean>();

  /**
   * Gives true once the last wish has been kept, false when an earlier one that is still on its way sees to it.
   * @param key what is wanted, the same for the same thing
   * @throws what `send` threw; then shows again what the server has
   */
  async wish(key: string, isWanted: boolean, change: FavoriteChange): Promise<boolean> {
    const isOnItsWay = this.#wanted.has(key);
    this.#wanted.set(key, isWanted);
    await change.show(isWanted);
    if (isOnItsWay) return false;
    let stands = !isWanted;
    try {
      for (;;) {
        const next = this.#wanted.get(key);
        if (next === undefined || next === stands) return true;
        await change.send(next);
        stands = next;
        // A list that has come meanwhile may have been made before.
        await change.show(this.#wanted.get(key) ?? stands);
      }
    } catch (error) {
      await change.show(stands);
      throw error;
    } finally {
      this.#wanted.delete(key);
    }
  }
}
