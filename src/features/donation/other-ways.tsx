import type { ReactNode } from 'react';
import type { StreamId } from '#src/contract/streams.ts';
import { useLanguage } from '#src/i18n/language-context.tsx';
import { useText } from '#src/i18n/use-text.ts';
import { streamPagePath } from '#src/page/address/paths.ts';
import { Link } from '#src/page/navigation/link.tsx';
import { buttonClass } from '#src/ui/button/button.tsx';
import { LaterIcon, type LaterIconName } from '#src/ui/icon/later-icon.tsx';
import { TitledSection } from '#src/ui/section/titled-section.tsx';
import type { Donation } from './donation.wire.ts';
import styles from './other-ways.module.css';

/** How to give without the form: by mail or post, or by writing to the team. */
export function OtherWays({ donation, streamId }: { donation: Donation; streamId: StreamId }) {
  const text = useText();
  const language = useLanguage();
  const { form, name, address, email } = donation;
  return (
    <TitledSection
      title={text(form === '' ? 'donation.how' : 'donation.other')}
      lead={text(form === '' ? 'donation.how.text' : 'donation.other.text')}
    >
      <ul>
        {email !== '' && (
          <Way icon="at" title={text('donation.other.mail')}>
            <a className={styles.mail} href={`mailto:${email}`}>
              {email}
            </a>
          </Way>
        )}
        {address !== '' && (
          <Way icon="mail" title={text('donation.other.post')}>
            <address>
              {name}
              <br />
              {address}
            </address>
          </Way>
        )}
        <Way icon="speech" title={text('donation.other.team')}>
          <Link className={buttonClass('line')} to={streamPagePath(language, streamId, 'page-contact.html')}>
            {text('donation.other.write')}
          </Link>
        </Way>
      </ul>
    </TitledSection>
  );
}

function Way({ icon, title, children }: { icon: LaterIconName; title: string; children: ReactNode }) {
  return (
    <li className={styles.way}>
      <span className={styles.disc}>
        <LaterIcon name={icon} size={26} />
      </span>
      <h3>{title}</h3>
      <div className={styles.what}>{children}</div>
    </li>
  );
}
