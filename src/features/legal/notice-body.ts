/** A notice without the title that its file may begin with: the page has one already. */
export function noticeBody(markdown: string): string {
  return markdown.replace(/^\s*# [^\n]*(?:\n|$)/, '').trim();
}
