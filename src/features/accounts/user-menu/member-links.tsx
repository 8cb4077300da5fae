import { Link } from 'react-router';
import { useLanguage } from '#src/i18n/language-context.tsx';
import { useText } from '#src/i18n/use-text.ts';
import type { StreamId } from '#src/spec/streams.ts';
import { Icon } from '#src/ui/icon/icon.tsx';
import { signOut } from '../session/sign-out.ts';

/** What is a member's own, and the way out. */
export function MemberLinks(props: { streamId: StreamId; className?: string; onChoose?: () => void }) {
  const { streamId, className, onChoose } = props;
  const text = useText();
  const language = useLanguage();
  return (
    <ul className={className}>
      <li>
        <Link to={`/${language}/${streamId}/profile`} onClick={onChoose}>
          <Icon name="user" />
          {text('frame.user.profile')}
        </Link>
      </li>
      <li>
        <button
          type="button"
          data-closes
          onClick={() => {
            onChoose?.();
            signOut(language);
          }}
        >
          <Icon name="leave" />
          {text('frame.user.logout')}
        </button>
      </li>
    </ul>
  );
}
