import { MemberLinks } from '#src/app/frame/user-menu/member-links.tsx';
import type { StreamId } from '#src/contract/streams.ts';
import { useAccountDialogs } from '#src/features/accounts/dialogs/use-account-dialogs.tsx';
import { useLanguage } from '#src/i18n/language-context.tsx';
import { useText } from '#src/i18n/use-text.ts';
import { Link } from '#src/page/navigation/link.tsx';
import { useAddress } from '#src/page/navigation/navigation-context.tsx';
import { useSession } from '#src/page/session/use-session.ts';
import { Avatar } from '#src/ui/avatar/avatar.tsx';
import { Button } from '#src/ui/button/button.tsx';
import { Dialog } from '#src/ui/dialog/dialog.tsx';
import { useDialogs } from '#src/ui/dialog/dialogs.tsx';
import { LanguageLinks } from './language-list.tsx';
import {
  addressOf,
  EXTRA_LINKS,
  linksOf,
  MAIN_LINKS,
  type NavLink,
  PLUS_LINKS,
  pageOfPath,
} from './nav-links.ts';
import styles from './nav-sheet.module.css';

/** The navigation of small screens, all of it at once. */
export function NavSheet({ streamId }: { streamId: StreamId }) {
  const text = useText();
  const { openLogin } = useAccountDialogs();
  const { user } = useSession();
  const { close } = useDialogs();
  return (
    <Dialog title={text('frame.nav.menu')} shape="sheet">
      <nav className={styles.nav} aria-label={text('frame.nav.label')}>
        <Links links={MAIN_LINKS} streamId={streamId} className={styles.main} />
        <div className={styles.more}>
          <section>
            <h3>{text('frame.nav.extra')}</h3>
            <Links links={EXTRA_LINKS} streamId={streamId} />
          </section>
          <section>
            <h3>{text('frame.nav.plus')}</h3>
            <Links links={PLUS_LINKS} streamId={streamId} />
          </section>
        </div>
      </nav>
      {user === null ? (
        <Button look="ink" shape="large" onClick={openLogin}>
          {text('frame.login')}
        </Button>
      ) : (
        <section className={styles.member}>
          <h3>
            <Avatar picture={user.profile_picture} names={[user.first_name, user.last_name]} />
            {user.first_name ?? user.pseudo ?? user.email}
          </h3>
          <MemberLinks streamId={streamId} onChoose={close} />
        </section>
      )}
      <section className={styles.languages}>
        <h3>{text('frame.language')}</h3>
        <LanguageLinks className={styles.list} onChoose={close} />
      </section>
    </Dialog>
  );
}

function Links(props: { links: readonly NavLink[]; streamId: StreamId; className?: string | undefined }) {
  const { links, streamId, className } = props;
  const text = useText();
  const language = useLanguage();
  const page = pageOfPath(useAddress().pathname);
  const { close } = useDialogs();
  return (
    <ul className={className}>
      {linksOf(links, streamId).map((link) => (
        <li key={link.page}>
          <Link
            to={addressOf(link, language, streamId)}
            aria-current={link.page === page ? 'page' : undefined}
            onClick={close}
          >
            {text(link.text)}
          </Link>
        </li>
      ))}
    </ul>
  );
}
