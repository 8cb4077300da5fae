import { createHash } from 'node:crypto';
import type { RenderedPage } from '#src/page/address/rendered-page.ts';
import { ownCopy } from '#src/platform/text/own-copy.ts';
import type { InlineHashes } from './security-headers.ts';

const SCRIPTS_AND_STYLES = /<(script|style)\b[^>]*>[\s\S]*?<\/\1>/gi;
/** React writes names in small letters, and no quotation mark in texts and values. */
const STYLE_ATTRIBUTE = /\sstyle="([^"]*)"/g;

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
  return [...new Set(texts)].map(hashOf);
}

/** Sheets, scripts and colours are mostly those of the page before. */
const hashes = new Map<string, string>();
const HASHES_MAX = 1_000;

function hashOf(text: string): string {
  const known = hashes.get(text);
  if (known !== undefined) return known;
  const hash = `sha256-${createHash('sha256').update(text).digest('base64')}`;
  if (hashes.size >= HASHES_MAX) hashes.clear();
  // Attributes are cut out of whole documents.
  hashes.set(ownCopy(text), hash);
  return hash;
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
