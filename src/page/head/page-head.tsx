import { useLanguage } from '#src/i18n/language-context.tsx';
import { canonicalPath } from '#src/page/address/address-rules.ts';
import { useAddress } from '#src/page/navigation/navigation-context.tsx';
import { useStation } from '#src/page/on-air/station-context.tsx';
import { SharedLink } from './shared-link.tsx';

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
