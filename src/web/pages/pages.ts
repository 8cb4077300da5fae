/** Answers the addresses of pages: the built application, or a development server. */
export interface Pages {
  /** The `@font-face` rules of the site, for pages that stand by themselves; empty in development. */
  readonly fontFaces: string;
  /**
   * A page, or one of the files it loads. The request is a GET or a HEAD.
   * @param address the real peer's
   */
  answer(request: Request, address: string): Promise<Response>;
}
