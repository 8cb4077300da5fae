import type { StreamId } from '#src/contract/streams.ts';
import { useLanguage } from '#src/i18n/language-context.tsx';
import { useText } from '#src/i18n/use-text.ts';
import { homePath } from '#src/page/address/paths.ts';
import { JsonLd } from '#src/page/head/json-ld.tsx';
import { PageHead } from '#src/page/head/page-head.tsx';
import { sharedPicture } from '#src/page/head/shared-picture.ts';
import { useStation } from '#src/page/on-air/station-context.tsx';

/** Title, description and share data of the home page, and the radio in a form that search engines read. */
export function HomeHead({ pathStream }: { pathStream: StreamId | null }) {
  const text = useText();
  const language = useLanguage();
  const { name, origin, since, address, links, streams } = useStation();
  const stream = streams.find(({ id }) => id === pathStream);
  const description = import.meta.env.SSR
    ? (stream?.description ??
      text('home.description', { streams: streams.map((each) => each.genre).join(', ') }))
    : '';
  const station = { '@type': 'RadioStation', '@id': `${origin}/#radio`, name };
  // Every visit would carry what only search engines read.
  const radio = import.meta.env.SSR
    ? {
        ...station,
        ...(stream && { '@id': `${origin}/#${stream.id}`, name: stream.name }),
        url: `${origin}${homePath(language, stream?.id ?? null)}`,
        logo: `${origin}/logo-${(stream ?? streams[0])?.image}.png`,
        image: `${origin}${sharedPicture(stream?.id ?? null, language)}`,
        description,
        foundingDate: String(since),
        sameAs: Object.values(links),
        ...(address !== '' && { address: { '@type': 'PostalAddress', streetAddress: address } }),
        ...(stream && {
          parentOrganization: { ...station, url: `${origin}${homePath(language, null)}` },
        }),
      }
    : null;
  return (
    <>
      <PageHead
        title={stream ? text('home.stream-title', { stream: stream.name }) : text('home.title', { name })}
        description={description}
      />
      <JsonLd facts={radio} />
    </>
  );
}
