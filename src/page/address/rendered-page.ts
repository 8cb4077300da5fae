/** What answers the address of a page: a document, a redirect or a few words. */
export interface RenderedPage {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Empty for a redirect. */
  readonly body: string;
  /** What stands inline in the document because it was put there. The page's policy lets nothing else run. */
  readonly inline: InlineTexts;
}

export interface InlineTexts {
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
}

export const NOTHING_INLINE: InlineTexts = { scripts: [], styles: [] };
