import { useText } from '#src/i18n/use-text.ts';
import { useStation } from '#src/page/on-air/station-context.tsx';
import { useCopy } from '#src/ui/clipboard/use-copy.ts';
import { Disclosure } from '#src/ui/disclosure/disclosure.tsx';
import { Icon } from '#src/ui/icon/icon.tsx';
import { useToast } from '#src/ui/toast/toasts.tsx';
import styles from './feed-way.module.css';

/**
 * The way to a show's feed [R150]: a link of which a press says what a listener does with the address, and has it copied.
 * Followed, it shows people the source of the feed, or has it downloaded.
 * @param props.xml the feed, from `/`, or elsewhere
 */
export function FeedWay({ xml, buttonClass }: { xml: string; buttonClass: string }) {
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
    <Disclosure buttonClass={buttonClass} button={button} href={xml}>
      <div className={styles.hint}>{text('programme.podcasts.subscribe')}</div>
      <a href={xml} type="application/rss+xml" dir="ltr">
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
    <svg className={styles.sign} width="18" height="18" viewBox="0 0 24 24" aria-hidden="true">
      <path d="M5 19v.1M5 12a7 7 0 0 1 7 7M5 5a14 14 0 0 1 14 14" />
    </svg>
  );
}
