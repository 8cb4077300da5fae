import type { ReactNode } from 'react';
import type { StreamId } from '#src/contract/streams.ts';
import { useText } from '#src/i18n/use-text.ts';
import type { User } from '#src/page/session/user.wire.ts';
import { Avatar } from '#src/ui/avatar/avatar.tsx';
import { Disclosure } from '#src/ui/disclosure/disclosure.tsx';
import { MemberLinks } from './member-links.tsx';
import styles from './user-menu.module.css';

/** The member's picture and first name, with the links of a member in a list. */
export function MemberMenu({ user, streamId }: { user: User; streamId: StreamId }): ReactNode {
  const text = useText();
  const name = user.first_name ?? user.pseudo ?? user.email;
  return (
    <Disclosure
      align="end"
      label={text('frame.user.menu', { name })}
      buttonClass={styles.button}
      button={
        <>
          <Avatar picture={user.profile_picture} names={[user.first_name, user.last_name]} />
          <span className={styles.name}>{name}</span>
        </>
      }
    >
      <MemberLinks streamId={streamId} />
    </Disclosure>
  );
}
