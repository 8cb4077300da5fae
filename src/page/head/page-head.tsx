import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from '#src/contract/languages.ts';
import { useLanguage } from '#src/i18n/language-context.tsx';
import { canonicalPath, streamOfPath } from '#src/page/address/address-rules.ts';
import { embeddedPage } from '#src/page/address/embedded-page.ts';
import { useAddress } from '#src/page/navigation/navigation-context.tsx';
import { type StationFacts, useStation } from '#src/page/on-air/station-context.tsx';
import { sharedPicture } from './shared-picture.ts';

/**
 * The head of a page, for browsers, search engines and shared links [R76]. React lifts it into the head.
 * @param props.image address of a picture of 1200 by 630, from `/` or absolute; else that of the address's
 * stream, or the radio's
 * @param props.path the page's own address in any language, where that is not the one it was opened at: the
 * same track
 *   stands below each stream
 * @param props.query the part of the query that belongs to the page's own address, with its question mark
 * @param props.isIndexed false for pages that search engines must not list
 * @param props.isEmbedded whether other sites may show the stream's player for it, where its address says
 * that they may;
 *   else as isIndexed
 */
export function PageHead(props: {
  title: string;
  description?: string;
  image?: string;
  path?: string;
  query?: string;
  isIndexed?: boolean;
  isEmbedded?: boolean;
}) {
  const { title, description, image, query = '', isIndexed = true, isEmbedded = isIndexed } = props;
  const station = useStation();
  const language = useLanguage();
  const pathname = useAddress().pathname.replace(/\/+$/, '');
  const own = props.path ?? pathname;
  const fullTitle = title.includes(station.name) ? title : `${title} · ${station.name}`;
  return (
    <>
      <title>{fullTitle}</title>
      {isIndexed && (
        <link rel="canonical" href={`${station.origin}${canonicalPath(own, language)}${query}`} />
      )}
      {import.meta.env.SSR && (
        <SharedLink
          {...{
            station,
            language,
            pathname,
            own,
            query,
            title,
            fullTitle,
            description,
            image,
            isIndexed,
            isEmbedded,
          }}
        />
      )}
    </>
  );
}

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

/** What a page is called, and where it stands. */
interface SharedPage {
  readonly station: StationFacts;
  readonly language: Language;
  /** Its path as it was opened, and the one it has for good. */
  readonly pathname: string;
  readonly own: string;
  readonly query: string;
  readonly title: string;
  readonly fullTitle: string;
  readonly description: string | undefined;
  readonly image: string | undefined;
  readonly isIndexed: boolean;
  readonly isEmbedded: boolean;
}

/** Pages that stand outside of any language, at one address. */
const OUTSIDE = /^\/(?:player|status|validate-email|reset-password)(?:\/|$)/;

/**
 * The part of the head that search engines and shared links read. They read documents and follow no
 * navigation: only the server writes it.
 */
function SharedLink(page: SharedPage) {
  const { station, language, pathname, title, description } = page;
  const { origin } = station;
  const isOutside = OUTSIDE.test(pathname);
  const streamId = isOutside ? (embeddedPage(pathname, language)?.streamId ?? null) : streamOfPath(pathname);
  const picture = page.image ?? sharedPicture(streamId, language);
  const address = isOutside ? pathname : canonicalPath(pathname, language);
  return (
    <>
      {description && <meta name="description" content={description} />}
      {page.isIndexed ? <OtherLanguages {...page} /> : <meta name="robots" content="noindex" />}
      {page.isEmbedded && <Discovery {...page} />}
      <meta property="og:title" content={title} />
      {description && <meta property="og:description" content={description} />}
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={station.name} />
      <meta property="og:url" content={`${origin}${address}${page.query}`} />
      <meta property="og:image" content={new URL(picture, origin).href} />
      <meta property="og:image:type" content="image/png" />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta property="og:image:alt" content={page.fullTitle} />
      <meta property="og:locale" content={LOCALES[language]} />
      {LANGUAGES.filter((other) => other !== language).map((other) => (
        <meta key={other} property="og:locale:alternate" content={LOCALES[other]} />
      ))}
      <meta name="twitter:card" content="summary_large_image" />
      <meta name="twitter:title" content={title} />
      {description && <meta name="twitter:description" content={description} />}
      <meta name="twitter:image" content={new URL(picture, origin).href} />
      <meta name="twitter:image:alt" content={page.fullTitle} />
    </>
  );
}

/** Leads to the small player of the page's stream, in a form that editors and forums read [W105]. */
function Discovery({ station, pathname, language }: SharedPage) {
  const embedded = embeddedPage(pathname, language);
  if (embedded === null) return null;
  const { origin, name, streams } = station;
  return (
    <link
      rel="alternate"
      type="application/json+oembed"
      title={streams.find(({ id }) => id === embedded.streamId)?.name ?? name}
      href={`${origin}/oembed?${new URLSearchParams({ url: `${origin}${pathname}` })}`}
    />
  );
}

function OtherLanguages({ station, own, query }: SharedPage) {
  const addressIn = (language: Language) => `${station.origin}${canonicalPath(own, language)}${query}`;
  // A page that has one address for all languages has no others.
  if (new Set(LANGUAGES.map(addressIn)).size === 1) return null;
  return (
    <>
      {LANGUAGES.map((language) => (
        <link key={language} rel="alternate" hrefLang={language} href={addressIn(language)} />
      ))}
      <link rel="alternate" hrefLang="x-default" href={addressIn(DEFAULT_LANGUAGE)} />
    </>
  );
}
