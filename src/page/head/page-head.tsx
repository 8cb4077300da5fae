import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from '#src/contract/languages.ts';
import { useLanguage } from '#src/i18n/language-context.tsx';
import { canonicalPath, streamOfPath } from '#src/page/address/address-rules.ts';
import { useAddress } from '#src/page/navigation/navigation-context.tsx';
import { useStation } from '#src/page/on-air/station-context.tsx';

/** `og:locale` wants a country. */
const LOCALES: Record<Language, string> = {
  fr: 'fr_FR',
  en: 'en_GB',
  de: 'de_DE',
  pl: 'pl_PL',
  es: 'es_ES',
  it: 'it_IT',
  ru: 'ru_RU',
  nl: 'nl_NL',
};

/**
 * The head of a page, for browsers, search engines and shared links [R76]. React lifts it into the head.
 * @param props.image address of a picture of 1200 by 630, from `/` or absolute; else that of the address's stream
 * @param props.path the page's own address in any language, where that is not the one it was opened at: the same track
 *   stands below each stream
 * @param props.query the part of the query that belongs to the page's own address, with its question mark
 * @param props.isIndexed false for pages that search engines must not list
 */
export function PageHead(props: {
  title: string;
  description?: string;
  image?: string;
  path?: string;
  query?: string;
  isIndexed?: boolean;
}) {
  const { title, description, image, query = '', isIndexed = true } = props;
  const { name, origin, streams } = useStation();
  const language = useLanguage();
  const { pathname } = useAddress();
  const addressIn = (path: string, other: Language) =>
    `${origin}${canonicalPath(path.replace(/\/+$/, ''), other)}${query}`;
  const own = props.path ?? pathname;
  const picture = image ?? `/og/stream/${streamOfPath(pathname) ?? streams[0]?.id}.png?lang=${language}`;
  const fullTitle = title.includes(name) ? title : `${title} · ${name}`;
  return (
    <>
      <title>{fullTitle}</title>
      {description && <meta name="description" content={description} />}
      {isIndexed ? (
        <>
          <link rel="canonical" href={addressIn(own, language)} />
          {LANGUAGES.map((other) => (
            <link key={other} rel="alternate" hrefLang={other} href={addressIn(own, other)} />
          ))}
          <link rel="alternate" hrefLang="x-default" href={addressIn(own, DEFAULT_LANGUAGE)} />
        </>
      ) : (
        <meta name="robots" content="noindex" />
      )}
      <meta property="og:title" content={title} />
      {description && <meta property="og:description" content={description} />}
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={name} />
      <meta property="og:url" content={addressIn(pathname, language)} />
      <meta property="og:image" content={new URL(picture, origin).href} />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta property="og:image:alt" content={fullTitle} />
      <meta property="og:locale" content={LOCALES[language]} />
      <meta name="twitter:card" content="summary_large_image" />
    </>
  );
}
