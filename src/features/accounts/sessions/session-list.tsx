import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import type { Language } from '#src/contract/languages.ts';
import { useRelative } from '#src/i18n/formats/use-relative.ts';
import { useLanguage } from '#src/i18n/language-context.tsx';
import { useText } from '#src/i18n/use-text.ts';
import type { Browser } from '#src/page/browser/browser.ts';
import { useBrowser } from '#src/page/browser/browser-context.ts';
import { isFocusLost } from '#src/page/focus-place.ts';
import { useNow } from '#src/page/use-now.ts';
import { callWire } from '#src/page/wire/call-wire.ts';
import { failureWords } from '#src/page/wire/failure-words.ts';
import { importNothing } from '#src/page/wire/import-nothing.ts';
import { type PageQuery, wireQuery } from '#src/page/wire/page-query.ts';
import { RetryNotice } from '#src/page/wire/retry-notice.tsx';
import { Button } from '#src/ui/button/button.tsx';
import { LaterIcon } from '#src/ui/icon/later-icon.tsx';
import section from '#src/ui/section/section.module.css';
import { Skeleton } from '#src/ui/skeleton/skeleton.tsx';
import { useToast } from '#src/ui/toast/toasts.tsx';
import styles from './session-list.module.css';
import type { Sessions } from './sessions.wire.ts';

type Session = Sessions['sessions'][number];

/** Where the member is signed in; every other session can be signed out from here. */
export function SessionList({ userId }: { userId: string }) {
  const text = useText();
  const titleId = useId();
  const { data, error, isError, refetch } = useQuery({
    ...sessionsQuery(userId, useLanguage()),
    staleTime: 0,
  });
  const { isBusy, end } = useSessionEnd(refetch);
  const title = useFocusWhenGone(isBusy);
  const nowMs = useNow(Date.now());
  const sessions = data?.sessions;
  const hasOthers = sessions?.some(({ current }) => !current) ?? false;
  return (
    <section aria-labelledby={titleId}>
      <header className={`${section.head} ${styles.head}`}>
        <h2 ref={title} id={titleId} tabIndex={-1}>
          {text('members.sessions.title')}
        </h2>
        {sessions && <p>{text('members.sessions.count', { count: sessions.length })}</p>}
        {hasOthers && (
          <Button
            look="line"
            className={styles.endOthers ?? ''}
            aria-disabled={isBusy}
            onClick={() => end('others')}
          >
            {text('members.sessions.end-others')}
          </Button>
        )}
      </header>
      {isError && sessions === undefined && (
        <RetryNotice title={text('members.sessions.error')} error={error} retry={refetch} />
      )}
      {!isError && sessions === undefined && (
        <Skeleton width="100%" height="82px" radius="var(--radius-row)" />
      )}
      {sessions && (
        <ul className={styles.list}>
          {sessions.map((session) => (
            <SessionTile
              key={session.id}
              session={session}
              nowMs={nowMs}
              isBusy={isBusy}
              onEnd={() => end(session.id)}
            />
          ))}
        </ul>
      )}
    </section>
  );
}

function SessionTile(props: { session: Session; nowMs: number; isBusy: boolean; onEnd: () => void }) {
  const { session, nowMs, isBusy, onEnd } = props;
  const text = useText();
  const relative = useRelative();
  const device = session.device || text('members.sessions.unknown');
  return (
    <li className={styles.tile}>
      <span className={styles.sign}>
        <LaterIcon name={deviceKind(session.device)} />
      </span>
      <div className={styles.words}>
        <b>{device}</b>
        <p>
          {session.current
            ? text('members.sessions.now')
            : text('members.sessions.seen', { when: relative(session.last_used_at, nowMs) })}
        </p>
      </div>
      {session.current ? (
        <span className={styles.current}>
          <LaterIcon name="check" size={16} />
          {text('members.sessions.current')}
        </span>
      ) : (
        <Button
          look="line"
          aria-disabled={isBusy}
          aria-label={text('members.sessions.end-one', { device })}
          onClick={onEnd}
        >
          {text('members.sessions.end')}
        </Button>
      )}
    </li>
  );
}

/** Signs out and looks again, so that the list is what the server says. */
function useSessionEnd(lookAgain: () => Promise<unknown>) {
  const browser = useBrowser();
  const text = useText();
  const language = useLanguage();
  const showToast = useToast();
  const [isBusy, setBusy] = useState(false);
  const end = async (id: string) => {
    if (isBusy) return;
    setBusy(true);
    try {
      await endSessions(browser, id, language);
      showToast(
        'success',
        text(id === 'others' ? 'members.sessions.ended-others' : 'members.sessions.ended'),
      );
    } catch (error) {
      showToast('refusal', failureWords(text, error, text('members.sessions.end-failed')));
    }
    await lookAgain();
    setBusy(false);
  };
  return { isBusy, end };
}

/** A session that was ended takes its button with it: the list's title then has the focus. */
function useFocusWhenGone(isBusy: boolean) {
  const title = useRef<HTMLHeadingElement>(null);
  const wasBusy = useRef(false);
  useEffect(() => {
    if (wasBusy.current && !isBusy && isFocusLost()) title.current?.focus();
    wasBusy.current = isBusy;
  }, [isBusy]);
  return title;
}

/** The kind of a session's device, from its name (`Safari · iPadOS`). */
type DeviceKind = 'phone' | 'tablet' | 'laptop';

export function deviceKind(device: string): DeviceKind {
  if (/ipad|tablet/i.test(device)) return 'tablet';
  return /android|ios|iphone|phone|mobile/i.test(device) ? 'phone' : 'laptop';
}

/**
 * Signs out one session, or all but this one.
 * @throws {CallError} whose message is the server's own where it gave one
 */
function endSessions(browser: Browser, id: string | 'others', language: Language): Promise<void> {
  const parameters = id === 'others' ? {} : { id };
  return callWire(browser, { endpoint: 'sessions', method: 'DELETE', parameters, language }, importNothing);
}

/**
 * Where the member is signed in. The key holds the member: the next one in this browser must not see the
 * sessions of the one before.
 */
function sessionsQuery(userId: string, language: Language): PageQuery<Sessions> {
  const query = wireQuery('sessions', {}, language, () =>
    import('./sessions.wire.ts').then((file) => file.sessionsSchema),
  );
  return { ...query, queryKey: [...query.queryKey, userId] };
}
