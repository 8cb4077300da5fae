/** Which rows of a list a page of it has. */
export interface Span {
  /** How many come before them. */
  readonly offset: number;
  readonly limit: number;
}

interface Asking<Page, Row> {
  /** What is shown of the list, in its order. */
  readonly shown: readonly Row[];
  /** How many the list had when that was told last, 0 when it was not. */
  readonly total: number;
  /** How many rows a page has. */
  readonly size: number;
  readonly rowsOf: (page: Page) => readonly Row[];
  /** Whether a row of one id stands behind that of another. */
  readonly isBehind: (id: number, other: number) => boolean;
  readonly ask: (span: Span) => Promise<Page>;
}

interface Following<Page, Row> {
  /** The last page of the list that was asked for. */
  readonly page: Page;
  /** Rows up to the end of that page which are not shown yet. */
  readonly rows: readonly Row[];
  /** How many more come after them. */
  readonly left: number;
}

/**
 * Asks for the rows behind those that are shown: the first page that has some, or the last one. The list may
 * have changed meanwhile. What was written before its end pushes shown rows onto the next page, which are
 * passed over. What was deleted draws others forward, out of that page: where the list has become shorter and
 * no shown row joins the page, the pages before it are asked for as well. A page that comes twice is the last
 * one: who answers so has no other.
 */
export async function askFollowing<
  Row extends { readonly id: number },
  Page extends { readonly has_more: boolean; readonly total: number },
>({ shown, total, size, rowsOf, isBehind, ask }: Asking<Page, Row>): Promise<Following<Page, Row>> {
  const isAfter = (row: Row | undefined) => (one: Row) => row === undefined || isBehind(one.id, row.id);
  let offset = shown.length;
  let last: Omit<Following<Page, Row>, 'rows'> | null = null;
  let rows: readonly Row[] = [];
  let before: number | undefined;
  for (;;) {
    const page: Page = await ask({ offset, limit: size });
    const all = rowsOf(page);
    const fresh = all.filter(isAfter(shown.at(-1)));
    const isJoined = offset === 0 || fresh.length < all.length || page.total >= total;
    last ??= { page, left: page.has_more ? page.total - offset - all.length : 0 };
    rows = [...fresh, ...rows.filter(isAfter(all.at(-1)))];
    if (!isJoined) {
      offset = Math.max(0, offset - size);
    } else if (rows.length > 0 || !page.has_more || all.length === 0 || all[0]?.id === before) {
      return { ...last, rows };
    } else {
      last = null;
      before = all[0]?.id;
      offset += all.length;
    }
  }
}
