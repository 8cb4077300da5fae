import type { StaticFiles } from '../answers/static-files.ts';

const LINK = /<link rel="stylesheet" href="(\/assets\/[\w.-]+\.css)#?"\/>/g;

/**
 * Puts a page's style sheets into the page: one round trip less before anything is seen. The link stays for React to
 * find when it hydrates, disabled, so that nothing is fetched twice. The router marks with a `#` what parts of a page bring
 * too; without the mark these find the link as well, and bring nothing.
 */
export async function inlineStyles(html: string, files: Pick<StaticFiles, 'text'>): Promise<string> {
  const sheets = new Map<string, string>();
  for (const [, path = ''] of html.matchAll(LINK)) {
    const sheet = await files.text(path);
    // What could end the element early stays outside.
    if (sheet !== null && !/<\/style/i.test(sheet)) sheets.set(path, sheet);
  }
  return html.replace(LINK, (link, path: string) => {
    const sheet = sheets.get(path);
    return sheet === undefined
      ? link
      : `<style>${sheet}</style><link rel="stylesheet" href="${path}" disabled=""/>`;
  });
}
