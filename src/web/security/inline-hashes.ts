import { createHash } from 'node:crypto';
import type { RenderedPage } from '#src/page/address/rendered-page.ts';
import type { InlineHashes } from './content-security-policy.ts';

const SCRIPTS_AND_STYLES = /<(script|style)\b[^>]*>[\s\S]*?<\/\1>/gi;
const STYLE_ATTRIBUTE = /<[^>]*?\sstyle="([^"]*)"/gi;

/**
 * The hashes that a page's policy allows: those of the scripts and style sheets that the document was made
 * with, not of one that slipped in with a stranger's text. Style attributes, which can load nothing, are
 * allowed as they stand.
 */
export function inlineHashes({ body, inline }: Pick<RenderedPage, 'body' | 'inline'>): InlineHashes {
  const markup = body.replaceAll(SCRIPTS_AND_STYLES, '');
  const attributes = Array.from(markup.matchAll(STYLE_ATTRIBUTE), ([, value = '']) => unescapeHtml(value));
  return {
    scripts: hashesOf(inline.scripts),
    styles: hashesOf(inline.styles),
    styleAttributes: hashesOf(attributes),
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
