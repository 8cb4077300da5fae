import type { StaticFiles } from '#src/web/answers/static-files.ts';

const LINK = /<link rel="stylesheet" href="(\/assets\/[\w.-]+\.css)(#?)"\/>/g;

/**
 * Puts a page's style sheets into the page: one round trip less before anything is seen. The link stays for React to
 * find when it hydrates, disabled, so that nothing is fetched twice. The router marks with a `#` what parts of a page bring
 * too: those look for a link without the mark, which stands beside it. @param nonce what each style element bears
 */
export async function inlineStyles(
  html: string,
  files: Pick<StaticFiles, 'text'>,
  nonce: string,
): Promise<string> {
  const sheets = new Map<string, string>();
  for (const [, path = ''] of html.matchAll(LINK)) {
    const sheet = await files.text(path);
    // What could end the element early stays outside.
    if (sheet !== null && !/<\/style/i.test(sheet)) sheets.set(path, sheet);
  }
  return html.replace(LINK, (link, path: string, mark: string) => {
    const sheet = sheets.get(path);
    if (sheet === undefined) return link;
    const links = mark === '' ? [path] : [path, `${path}${mark}`];
    return `<style nonce="${nonce}">${sheet}</style>${links.map(disabledLink).join('')}`;
  });
}

const disabledLink = (href: string) => `<link rel="stylesheet" href="${href}" disabled=""/>`;
