/** Answers the addresses of pages: the built application, or a development server. */
export interface Pages {
  /**
   * A page, or one of the files it loads. The request is a GET or a HEAD.
   * @param address the real peer's
   */
  answer(request: Request, address: string): Promise<Response>;
}
