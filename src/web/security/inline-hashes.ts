import { createHash } from 'node:crypto';
import type { InlineHashes } from './content-security-policy.ts';

const SCRIPT = /<script\b([^>]*)>([\s\S]*?)<\/script>/gi;
const STYLE = /<style\b[^>]*>([\s\S]*?)<\/style>/gi;
const STYLE_ATTRIBUTE = /<[^>]*?\sstyle="([^"]*)"/gi;
/** Data blocks (`application/ld+json`, …) do not run. */
const RUNNING_TYPE = /\btype="(?:module|text\/javascript|)"/i;

/** The hashes of every inline script, style sheet and style attribute of a page that React rendered. */
export function inlineHashes(html: string): InlineHashes {
  const scripts = [...html.matchAll(SCRIPT)].flatMap(([, attributes = '', body = '']) => {
    const runs = !/\btype=/i.test(attributes) || RUNNING_TYPE.test(attributes);
    return runs && !/\bsrc=/i.test(attributes) ? [body] : [];
  });
  const markup = html.replace(SCRIPT, '');
  const styles = [...markup.matchAll(STYLE)].map(([, body = '']) => body);
  const attributes = [...markup.replace(STYLE, '').matchAll(STYLE_ATTRIBUTE)].map(([, value = '']) =>
    unescapeHtml(value),
  );
  return {
    scripts: hashesOf(scripts),
    styles: hashesOf(styles),
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
