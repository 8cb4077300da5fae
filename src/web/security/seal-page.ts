import { createHash } from 'node:crypto';
import type { InlineHashes } from './content-security-policy.ts';

const SCRIPT = /<script\b([^>]*)>([\s\S]*?)<\/script>/gi;
const STYLE = /<style\b([^>]*)>([\s\S]*?)<\/style>/gi;
const STYLE_ATTRIBUTE = /<[^>]*?\sstyle="([^"]*)"/gi;

/** A page as it is sent, and the hashes that its policy allows. */
export interface SealedPage {
  readonly html: string;
  readonly hashes: InlineHashes;
}

/**
 * Takes the mark out of a rendered page and gives the hashes of the scripts and style sheets that bore it: of what the
 * application meant to write. A script that slipped in with somebody's text does not know the mark, and the browser does
 * not run it. Style attributes, which can load nothing, are allowed as they stand.
 *
 * @param mark the secret of this rendering; null: nothing inline is allowed to run.
 */
export function sealPage(html: string, mark: string | null): SealedPage {
  const nonce = mark === null ? null : ` nonce="${mark}"`;
  const marked = (matches: Iterable<RegExpExecArray>) =>
    Array.from(matches).flatMap(([, attributes = '', body = '']) =>
      nonce !== null && attributes.includes(nonce) && !/\bsrc=/i.test(attributes) ? [body] : [],
    );
  const markup = html.replace(SCRIPT, '');
  const attributes = [...markup.replace(STYLE, '').matchAll(STYLE_ATTRIBUTE)].map(([, value = '']) =>
    unescapeHtml(value),
  );
  return {
    html: nonce === null ? html : html.replaceAll(nonce, ''),
    hashes: {
      scripts: hashesOf(marked(html.matchAll(SCRIPT))),
      styles: hashesOf(marked(markup.matchAll(STYLE))),
      styleAttributes: hashesOf(attributes),
    },
  };
}

function hashesOf(texts: readonly string[]): string[] {
  return [...new Set(texts)].map((text) => `sha256-${createHash('sha256').update(text).digest('base64')}`);
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&quot;': '"',
  '&#x27;': "'",
  '&lt;': '<',
  '&gt;': '>',
  '&amp;': '&',
};

/** The entities that React writes in attributes. */
function unescapeHtml(text: string): string {
  return text.replace(/&(?:quot|#x27|lt|gt|amp);/g, (entity) => ENTITIES[entity] ?? entity);
}
