import { useId } from 'react';
import type { StreamId } from '#src/contract/streams.ts';
import { useLanguage } from '#src/i18n/language-context.tsx';
import { useText } from '#src/i18n/use-text.ts';
import { streamPagePath } from '#src/page/address/paths.ts';
import { JsonLd } from '#src/page/head/json-ld.tsx';
import { useStation } from '#src/page/on-air/station-context.tsx';
import { buttonClass } from '#src/ui/button/button.tsx';
import { useCopy } from '#src/ui/clipboard/use-copy.ts';
import { Disclosure } from '#src/ui/disclosure/disclosure.tsx';
import { Icon } from '#src/ui/icon/icon.tsx';
import section from '#src/ui/section/section.module.css';
import hidden from '#src/ui/styles/hidden.module.css';
import { useToast } from '#src/ui/toast/toasts.tsx';
import { EpisodeList } from './episode-list.tsx';
import type { PodcastShowRow } from './podcasts.wire.ts';
import styles from './show-article.module.css';
import { ShowCover } from './show-cover.tsx';

/** Names that are the same in every language. */
const PLATFORMS = { itunes: 'Apple Podcasts', deezer: 'Deezer', youtube: 'YouTube' } as const;
const PLATFORM_KEYS = ['itunes', 'deezer', 'youtube'] as const;

/** A show: what it is, where else it can be heard, and its episodes. */
export function ShowArticle({ show, streamId }: { show: PodcastShowRow; streamId: StreamId }) {
  const text = useText();
  const id = useId();
  const { titre, description, language, image, xml } = show;
  return (
    <>
      <ShowFacts show={show} streamId={streamId} />
      <article className={styles.show} aria-labelledby={id}>
        <div className={styles.cover}>
          <ShowCover titre={titre} image={image} streamId={streamId} />
        </div>
        <div className={styles.head}>
          <h2 id={id} className={section.title} lang={language} dir="auto">
            {titre}
          </h2>
          {description !== '' && (
            <p lang={language} dir="auto">
              {description}
            </p>
          )}
          <ul className={styles.links}>
            {PLATFORM_KEYS.map((platform) => {
              const address = show[platform];
              return (
                address && (
                  <li key={platform}>
                    <a className={buttonClass('line')} href={address} target="_blank" rel="noopener">
                      {PLATFORMS[platform]}
                      <Icon name="outside" size={16} />
                      <span className={hidden.hidden}> ({text('frame.new-tab')})</span>
                    </a>
                  </li>
                )
              );
            })}
            <li>
              <FeedWay xml={xml} />
            </li>
          </ul>
        </div>
        <div className={styles.episodes}>
          <EpisodeList show={show} streamId={streamId} />
        </div>
      </article>
    </>
  );
}

/** A show in a form that search engines read, and the way to its feed for readers of feeds [R76, R150]. */
function ShowFacts({ show, streamId }: { show: PodcastShowRow; streamId: StreamId }) {
  const language = useLanguage();
  const { name, origin } = useStation();
  const absolute = (address: string) => new URL(address, origin).href;
  const { titre, description, language: spoken, image, xml, episodes } = show;
  const elsewhere = [show.itunes, show.deezer, show.youtube].filter(Boolean);
  return (
    <>
      <link rel="alternate" type="application/rss+xml" title={titre} href={absolute(xml)} />
      <JsonLd
        facts={{
          '@type': 'PodcastSeries',
          name: titre,
          inLanguage: spoken,
          url: absolute(streamPagePath(language, streamId, 'page-podcast.html')),
          webFeed: absolute(xml),
          publisher: { '@type': 'Organization', name, url: origin },
          ...(description !== '' && { description }),
          ...(image !== '' && { image: absolute(image) }),
          ...(elsewhere.length > 0 && { sameAs: elsewhere }),
          ...(episodes.length > 0 && {
            hasPart: episodes.slice(0, EPISODES_TOLD).map(({ title, published_at, audio }) => ({
              '@type': 'PodcastEpisode',
              name: title,
              datePublished: published_at,
              associatedMedia: { '@type': 'AudioObject', contentUrl: absolute(audio) },
            })),
          }),
        }}
      />
    </>
  );
}

/** The feed has them all. */
const EPISODES_TOLD = 10;

/**
 * The way to a show's feed [R150]: a link of which a press says what a listener does with the address, and has it copied.
 * Followed, it shows people the source of the feed, or has it downloaded.
 * @param props.xml the feed, from `/`, or elsewhere
 */
function FeedWay({ xml }: { xml: string }) {
  const text = useText();
  const showToast = useToast();
  const address = new URL(xml, useStation().origin).href;
  const { isCopied, copy } = useCopy(address, () => showToast('refusal', text('frame.share.copy-failed')));
  const button = (
    <>
      <FeedSign />
      {text('programme.podcasts.feed')}
    </>
  );
  return (
    <Disclosure buttonClass={buttonClass('line')} button={button} href={xml}>
      <div className={styles.feedHint}>{text('programme.podcasts.subscribe')}</div>
      {/* Its words are the address alone, for whoever copies them. */}
      <a
        href={xml}
        type="application/rss+xml"
        target="_blank"
        rel="noopener"
        title={text('frame.new-tab')}
        dir="ltr"
      >
        {address}
      </a>
      <button type="button" onClick={copy} aria-live="polite">
        <Icon name={isCopied ? 'check' : 'share'} />
        {text(isCopied ? 'frame.share.copied' : 'frame.share.copy')}
      </button>
    </Disclosure>
  );
}

function FeedSign() {
  return (
    <svg className={styles.feedSign} width="18" height="18" viewBox="0 0 24 24" aria-hidden="true">
      <path d="M5 19v.1M5 12a7 7 0 0 1 7 7M5 5a14 14 0 0 1 14 14" />
    </svg>
  );
}
