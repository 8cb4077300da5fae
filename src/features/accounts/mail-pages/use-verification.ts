import {
  type ComponentProps,
  useCallback,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
} from 'react';
import { isLanguage, type Language } from '#src/contract/languages.ts';
import { EMAIL_VALIDATION_REDIRECT_MS } from '#src/contract/limits.ts';
import { DEFAULT_STREAM, isStreamId, type StreamId } from '#src/contract/streams.ts';
import { broughtOf } from '#src/features/accounts/gate/brought-member.ts';
import { takeUpMailAct, waitsElsewhere } from '#src/features/accounts/gate/mail-act.ts';
import { verifyEmail } from '#src/features/accounts/mail-links/mail-link-calls.ts';
import { enterSession, pathAfterSignIn } from '#src/features/accounts/sessions/sign-in.ts';
import { useLanguage } from '#src/i18n/language-context.tsx';
import { useText } from '#src/i18n/use-text.ts';
import { useBrowser } from '#src/page/browser/browser-context.ts';
import { useNavigate } from '#src/page/navigation/navigation-context.tsx';
import { type Returning, readReturn } from '#src/page/session/return-choices.ts';
import { sessionOf } from '#src/page/session/session-store.ts';
import type { User } from '#src/page/session/user.wire.ts';
import { CallError } from '#src/page/wire/call-error.ts';
import { failureWords } from '#src/page/wire/failure-words.ts';
import { memberChangesOf } from '#src/page/wire/member-changes.ts';
import { useToast } from '#src/ui/toast/toasts.tsx';
import type { PasswordQuestion } from './password-question.tsx';
import { useLinkToken } from './use-link-token.ts';

/** The state of the link in the address. */
export interface Verification {
  /** `dead`: the address has no link, or the server has refused it. */
  readonly state: 'loading' | 'done' | 'dead' | 'failed';
  readonly problem: string;
  /** The server's own words of the success; null when it has none. */
  readonly words: string | null;
  readonly isUsed: boolean;
  /** What is asked of a member whose password does not count yet; null for nothing. */
  readonly pending: ComponentProps<typeof PasswordQuestion> | null;
  retry(): void;
}

/** Follows the link of the address, once, and leads on when nothing is left to ask [A40, A93]. */
export function useVerification(): Verification {
  const browser = useBrowser();
  const text = useText();
  const language = useLanguage();
  const { token, forget } = useLinkToken();
  const finish = useFinish();
  const [state, setState] = useState<'loading' | 'done' | 'failed'>('loading');
  const [failure, setFailure] = useState<unknown>(null);
  const [words, setWords] = useState<string | null>(null);
  const [asked, setAsked] = useState<User | null>(null);
  const isSent = useRef(false);

  const verify = useCallback(async () => {
    if (!token) return;
    setState('loading');
    try {
      const verified = await verifyEmail(browser, { token }, language);
      const { user, token: session, passwordPending } = verified;
      setWords(verified.words);
      setState('done');
      finish.enter(user, session);
      if (passwordPending) return setAsked(user);
      forget();
      finish.leadOn(user);
    } catch (error) {
      // A reload tries it again: after a lost connection it may work, and what was refused is so in the same words.
      setFailure(error);
      setState('failed');
    }
  }, [token, forget, language, finish, browser]);

  // What the server has said is in the language of the page before: a link that it refused is asked about anew.
  const readOn = useEffectEvent(() => {
    setWords(null);
    if (isRefused(failure)) verify();
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the change itself is what counts
  useEffect(() => readOn(), [language]);

  // A link works once: it is sent once, however often the page is drawn.
  useEffect(() => {
    if (isSent.current || !token) return;
    isSent.current = true;
    verify();
  }, [token, verify]);

  const leave = (user: User) => {
    forget();
    setAsked(null);
    finish.leadOn(user);
  };
  const pending = asked && {
    user: asked,
    async onPassword(password: string) {
      const settled = await verifyEmail(browser, { token: token ?? '', password }, language);
      finish.enter(settled.user, settled.token);
      leave(settled.user);
    },
    onLater: () => leave(asked),
  };
  const isDead = token === null || isRefused(failure);
  return {
    state: token === null ? 'dead' : state === 'failed' && isDead ? 'dead' : state,
    problem: token === null ? text('accounts.verify.no-token') : wordsOf(failure, text),
    words,
    isUsed: failure instanceof CallError && failure.code === 'token_used',
    pending,
    // Without a token only the address can be tried again.
    retry: token === null ? () => location.reload() : verify,
  };
}

function isRefused(error: unknown): boolean {
  return error instanceof CallError && error.code.startsWith('token_');
}

function wordsOf(failure: unknown, text: ReturnType<typeof useText>): string {
  const isConnection = failure instanceof CallError && failure.status === 0;
  return failureWords(
    text,
    failure,
    text(isConnection ? 'accounts.error.connection' : 'accounts.verify.error'),
  );
}

/**
 * Signs in; leads on a moment later, to read the message, with a word that the account is open [A40]; to where an act
 * was begun that led to the registration [A121].
 */
function useFinish() {
  const browser = useBrowser();
  const text = useText();
  const language = useLanguage();
  const navigate = useNavigate();
  const showToast = useToast();
  const returning = useRef<Returning | null>(null);
  const preferred = useRef<Home | null>(null);
  const begunOn = useRef<string | null>(null);
  const [opened] = useState(language);
  const isLeft = useRef(false);
  useEffect(() => {
    isLeft.current = false;
    return () => {
      isLeft.current = true;
    };
  }, []);
  // From the beginning: after a reload the member is signed in before the link is followed again.
  useEffect(
    () =>
      followPreferredHome((home) => {
        preferred.current = home;
      }),
    [],
  );
  return useMemo(
    () => ({
      enter(user: User, token: string) {
        // What another member prefers, who was signed in until now, leads this one nowhere [A119].
        if (sessionOf(browser).getState().user?.id !== user.id) preferred.current = null;
        // The sync that follows forgets what was saved for the return.
        returning.current ??= readReturn(browser.storage);
        begunOn.current ??= takeUpMailAct(browser, user.email);
        broughtOf(browser).set(user.id);
        enterSession(browser, { user, token }, language);
        void memberChangesOf(browser).tell(['sign-in-ways', 'sessions']);
      },
      leadOn(user: User) {
        const isElsewhere = waitsElsewhere(begunOn.current);
        setTimeout(() => {
          const home = homeAfterValidation(preferred.current, returning.current ?? {}, language);
          // A language chosen on this page is the newer word.
          const chosen = language === opened ? home : { ...home, language };
          const path = begunOn.current ?? pathAfterSignIn(user, chosen);
          // Who has gone elsewhere meanwhile stays there.
          if (!isLeft.current) navigate(new URL(path, location.origin), { replace: true });
          showToast('success', text('accounts.verify.welcome'));
          if (isElsewhere) showToast('info', text('accounts.verify.act-elsewhere'));
        }, EMAIL_VALIDATION_REDIRECT_MS);
      },
    }),
    [browser, text, language, opened, navigate, showToast],
  );
}

interface Home {
  readonly language: Language;
  readonly streamId: StreamId;
}

/**
 * Where a validation link leads on to: the preferred language and stream once they are known, as after every
 * sync [A40, A56]; until then to where the member was before, and the sync leads on from there.
 * @param preferred null until the preferences have been synced
 * @param language the page's
 */
export function homeAfterValidation(preferred: Home | null, returning: Returning, language: Language): Home {
  if (preferred !== null) return preferred;
  return { language: returning.language ?? language, streamId: returning.streamId ?? DEFAULT_STREAM };
}

/** Listens for the home that a sync announces (`preferences-synced`). @returns stops listening */
export function followPreferredHome(tell: (home: Home) => void, at: EventTarget = window): () => void {
  const hear = (event: Event) => {
    const home = event instanceof CustomEvent ? readHome(event.detail) : null;
    if (home !== null) tell(home);
  };
  at.addEventListener('preferences-synced', hear);
  return () => at.removeEventListener('preferences-synced', hear);
}

function readHome(detail: unknown): Home | null {
  if (typeof detail !== 'object' || detail === null) return null;
  const { language, favoriteStreamId }: { language?: unknown; favoriteStreamId?: unknown } = detail;
  return isLanguage(language) && isStreamId(favoriteStreamId)
    ? { language, streamId: favoriteStreamId }
    : null;
}
