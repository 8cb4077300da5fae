/**
 * Facts in a form that search engines read.
 * @param props.facts in schema.org's words; in the browser they may be left out: those of the document stay
 */
export function JsonLd({ facts }: { facts: Readonly<Record<string, unknown>> | null }) {
  const json = facts === null ? '' : JSON.stringify({ '@context': 'https://schema.org', ...facts });
  return (
    <script
      type="application/ld+json"
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON with every `<` escaped
      dangerouslySetInnerHTML={{ __html: json.replaceAll('<', '\\u003c') }}
    />
  );
}
