import type { Language } from '#src/contract/languages.ts';
import type { StreamId } from '#src/contract/streams.ts';
import { dropSession } from '#src/features/accounts/sessions/sign-in.ts';
import { usePreferencesDialog } from '#src/features/preferences/dialog/use-preferences-dialog.tsx';
import { useMemberDialogs } from '#src/features/profile/dialogs/use-member-dialogs.tsx';
import { useLanguage } from '#src/i18n/language-context.tsx';
import { useText } from '#src/i18n/use-text.ts';
import { streamPagePath } from '#src/page/address/paths.ts';
import type { Browser } from '#src/page/browser/browser.ts';
import { useBrowser } from '#src/page/browser/browser-context.ts';
import { isFocusLost } from '#src/page/focus-place.ts';
import { Link } from '#src/page/navigation/link.tsx';
import { sessionOf } from '#src/page/session/session-store.ts';
import { LaterIcon, type LaterIconName } from '#src/ui/icon/later-icon.tsx';

/** Links to the member's own pages, and the logout. */
export function MemberLinks(props: { streamId: StreamId; className?: string; onChoose?: () => void }) {
  const browser = useBrowser();
  const { streamId, className, onChoose } = props;
  const text = useText();
  const language = useLanguage();
  const { openProfile } = useMemberDialogs();
  const openPreferences = usePreferencesDialog();
  const chosen = (act: () => void) => () => {
    onChoose?.();
    act();
  };
  return (
    <ul className={className}>
      <li>
        <Link
          to={streamPagePath(language, streamId, 'profile')}
          onClick={(event) => {
            onChoose?.();
            // A press that opens a new tab leads to the page; a plain one opens the dialog.
            if (event.ctrlKey || event.metaKey || event.shiftKey) return;
            event.preventDefault();
            openProfile();
          }}
        >
          <LaterIcon name="user" />
          {text('frame.user.profile')}
        </Link>
      </li>
      <li>
        <Link to={streamPagePath(language, streamId, 'profile/diary')} onClick={() => onChoose?.()}>
          <LaterIcon name="pencil" />
          {text('frame.user.diary')}
        </Link>
      </li>
      <Act icon="sliders" onAct={chosen(openPreferences)}>
        {text('frame.preferences')}
      </Act>
      <Act
        icon="leave"
        onAct={chosen(() => {
          signOut(browser, language);
          requestAnimationFrame(keepFocus);
        })}
      >
        {text('frame.user.logout')}
      </Act>
    </ul>
  );
}

/** What leads nowhere but does something; the menu around it closes. */
function Act(props: { icon: LaterIconName; onAct: () => void; children: string }) {
  return (
    <li>
      <button type="button" data-closes onClick={props.onAct}>
        <LaterIcon name={props.icon} />
        {props.children}
      </button>
    </li>
  );
}

/** The list is gone with the member, and the focus with it. */
function keepFocus(): void {
  if (isFocusLost()) document.getElementById('main')?.focus({ preventScroll: true });
}

/** Removes token and user at once, and ends the session on the server [A36]. */
function signOut(browser: Browser, language: Language): void {
  const session = sessionOf(browser);
  const token = session.getToken();
  if (token === null) return;
  session.clear();
  void dropSession(browser, token, language);
}
