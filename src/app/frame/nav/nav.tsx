import { UserMenu } from '#src/app/frame/user-menu/user-menu.tsx';
import type { StreamId } from '#src/contract/streams.ts';
import { useShownStream } from '#src/features/player/engine/player-store.ts';
import { ThemeToggle } from '#src/features/preferences/theme/theme-toggle.tsx';
import { useLanguage } from '#src/i18n/language-context.tsx';
import type { TextKey } from '#src/i18n/text-key.ts';
import { useText } from '#src/i18n/use-text.ts';
import { homePath } from '#src/page/address/paths.ts';
import { Link } from '#src/page/navigation/link.tsx';
import { useAddress } from '#src/page/navigation/navigation-context.tsx';
import { useStation } from '#src/page/on-air/station-context.tsx';
import { buttonClass } from '#src/ui/button/button.tsx';
import { useFetchedDialogs } from '#src/ui/dialog/use-fetched-dialogs.ts';
import { Disclosure } from '#src/ui/disclosure/disclosure.tsx';
import { Icon } from '#src/ui/icon/icon.tsx';
import { LanguageList } from './language-list.tsx';
import styles from './nav.module.css';
import {
  addressOf,
  EXTRA_LINKS,
  linksOf,
  MAIN_LINKS,
  type NavLink,
  PLUS_LINKS,
  pageOfPath,
} from './nav-links.ts';

/**
 * The bar at the head of every page, its links on the stream that is shown; a button for the same on small
 * screens. Until scripts have come that button shows what stands in the bar of a large one.
 */
export function Nav({ pathStream }: { pathStream: StreamId | null }) {
  const text = useText();
  const language = useLanguage();
  const { name } = useStation();
  const streamId = useShownStream(pathStream);
  const open = useFetchedDialogs();
  return (
    <header className={styles.header}>
      <div className={styles.bar}>
        <Link
          className={styles.logo}
          to={homePath(language, streamId)}
          aria-label={text('frame.nav.logo', { name })}
        >
          <Logo />
          <span className={styles.name}>{name}</span>
        </Link>
        {/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: hears the choices inside */}
        <div
          id="menu"
          popover="auto"
          className={styles.menu}
          onClick={(event) => {
            if (event.target instanceof Element && event.target.closest('a'))
              event.currentTarget.hidePopover();
          }}
        >
          <nav className={styles.links} aria-label={text('frame.nav.label')}>
            {linksOf(MAIN_LINKS, streamId).map((link) => (
              <PageLink key={link.page} link={link} streamId={streamId} />
            ))}
            <LinkList label="frame.nav.extra" links={EXTRA_LINKS} streamId={streamId} />
            <LinkList label="frame.nav.plus" links={PLUS_LINKS} streamId={streamId} />
          </nav>
          <LanguageList />
        </div>
        <div className={styles.right}>
          <ThemeToggle />
          <div className={styles.wide}>
            <UserMenu streamId={streamId} />
          </div>
          <button
            type="button"
            className={`${buttonClass('line', 'round')} ${styles.narrow}`}
            aria-label={text('frame.nav.menu')}
            aria-haspopup="dialog"
            popoverTarget="menu"
            onClick={(event) => {
              event.preventDefault();
              open([], async () => {
                const { NavSheet } = await import('./nav-sheet.tsx');
                return <NavSheet streamId={streamId} />;
              });
            }}
          >
            <Icon name="menu" />
          </button>
        </div>
      </div>
    </header>
  );
}

function PageLink({ link, streamId }: { link: NavLink; streamId: StreamId }) {
  const text = useText();
  const language = useLanguage();
  const isCurrent = pageOfPath(useAddress().pathname) === link.page;
  return (
    <Link
      to={addressOf(link, language, streamId)}
      prepares
      className={styles.link}
      aria-current={isCurrent ? 'page' : undefined}
    >
      {text(link.text)}
    </Link>
  );
}

function LinkList(props: { label: TextKey; links: readonly NavLink[]; streamId: StreamId }) {
  const { label, links, streamId } = props;
  const text = useText();
  const page = pageOfPath(useAddress().pathname);
  const holdsPage = links.some((link) => link.page === page);
  return (
    <Disclosure
      buttonClass={holdsPage ? `${styles.link} ${styles.holds}` : styles.link}
      button={
        <>
          {text(label)}
          <Icon name="down" size={16} />
        </>
      }
    >
      <ul>
        {linksOf(links, streamId).map((link) => (
          <li key={link.page}>
            <PageLink link={link} streamId={streamId} />
          </li>
        ))}
      </ul>
    </Disclosure>
  );
}

/** The wave, in the colour of the page. */
function Logo() {
  return (
    <svg className={styles.wave} width="38" height="23" viewBox="0 0 40 24" aria-hidden="true">
      <path d="M2 12c4-14 8-14 12 0s8 14 12 0 8-14 12 0" />
    </svg>
  );
}
