/** Which rows of a list a page of it has. */
export interface Span {
  /** How many come before them. */
  readonly offset: number;
  readonly limit: number;
}

interface Asking<Page, Row> {
  /** What is shown of the list, in its order. */
  readonly shown: readonly Row[];
  /** How many rows a page has. */
  readonly size: number;
  readonly rowsOf: (page: Page) => readonly Row[];
  /** Whether a row of one id stands behind that of another. */
  readonly isBehind: (id: number, other: number) => boolean;
  readonly ask: (span: Span) => Promise<Page>;
}

interface Following<Page, Row> {
  /** The page asked for last. */
  readonly page: Page;
  /** Those of its rows that are not shown yet. */
  readonly rows: Row[];
  /** How many more come after them. */
  readonly left: number;
}

/**
 * Asks for the rows behind those that are shown: the first page that has some, or the last one. The list may
 * have changed meanwhile. What was written before its end pushes shown rows onto the next page, which are
 * passed over. What was deleted draws others forward: so a page is asked for from the last row shown on, and
 * where it begins behind that, some would be left out, and the one before it is asked for.
 */
export async function askFollowing<
  Row extends { readonly id: number },
  Page extends { readonly has_more: boolean; readonly total: number },
>({ shown, size, rowsOf, isBehind, ask }: Asking<Page, Row>): Promise<Following<Page, Row>> {
  const last = shown.at(-1);
  const isNew = ({ id }: Row) => last === undefined || isBehind(id, last.id);
  let offset = Math.max(0, shown.length - 1);
  // Whether nothing is left out between what is shown and the page.
  let isJoined = offset === 0;
  for (;;) {
    const page = await ask({ offset, limit: isJoined ? size : size + 1 });
    const all = rowsOf(page);
    const rows = all.filter(isNew);
    isJoined ||= rows.length < all.length;
    if (!isJoined) {
      offset = Math.max(0, offset - size);
      isJoined = offset === 0;
    } else if (rows.length > 0 || !page.has_more || all.length === 0) {
      return { page, rows, left: page.has_more ? page.total - offset - all.length : 0 };
    } else {
      offset += all.length;
    }
  }
}
