import { fullTitle } from '#src/contract/full-title.ts';
import { foldText, isSlugOf, slugOf } from '#src/contract/titles.ts';
import type { MediaRecord } from '#src/station/catalogue/media-record.ts';

/**
 * Page addresses of full titles: one for each title, whatever its case and accents, and never one for two.
 * The second title that needs a taken address gets `-2`, the next `-3`. An address once given stays, unless
 * the title may not have it.
 */
export class SlugRegistry {
  readonly #byTitle = new Map<string, string>();
  readonly #taken = new Set<string>();

  constructor(records: Iterable<MediaRecord>) {
    for (const { artist, title, slug } of records) {
      const full = fullTitle(artist, title);
      const folded = foldText(full);
      if (this.#taken.has(slug) || this.#byTitle.has(folded) || !isSlugOf(slug, full)) continue;
      this.#byTitle.set(folded, slug);
      this.#taken.add(slug);
    }
  }

  slugFor(artist: string, title: string): string {
    const full = fullTitle(artist, title);
    const folded = foldText(full);
    const known = this.#byTitle.get(folded);
    if (known !== undefined) return known;
    const slug = this.#free(slugOf(full));
    this.#byTitle.set(folded, slug);
    this.#taken.add(slug);
    return slug;
  }

  #free(wanted: string): string {
    if (!this.#taken.has(wanted)) return wanted;
    for (let n = 2; ; n += 1) if (!this.#taken.has(`${wanted}-${n}`)) return `${wanted}-${n}`;
  }
}
