import { useEffect, useRef } from 'react';
import { useText } from '#src/i18n/use-text.ts';
import { Button } from '#src/ui/button/button.tsx';
import { Icon } from '#src/ui/icon/icon.tsx';
import { Notice } from '#src/ui/notice/notice.tsx';
import { CallError } from './call-error.ts';

/**
 * Says that something did not load, and why where that is known, with a button to try again where that can
 * help.
 */
export function RetryNotice(props: {
  title: string;
  /** What the call failed with. */
  error?: unknown;
  retry: (() => unknown) | undefined;
  /** What is said without a network: what a press has asked for does not come by itself afterwards [A63]. */
  offline?: 'frame.page-waits' | 'frame.offline';
  /** It stands in the place of the button that asked, whose focus its own takes over. */
  isAnswer?: boolean;
}) {
  const { title, error, retry, offline = 'frame.page-waits', isAnswer = false } = props;
  const code = error instanceof CallError && error.code;
  const text = useText();
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isAnswer && document.activeElement === document.body) button.current?.focus();
  }, [isAnswer]);
  if (retry === undefined) return <Notice title={title} />;
  return (
    <Notice
      title={title}
      action={
        <Button ref={button} look="line" onClick={() => retry()}>
          <Icon name="again" size={18} />
          {text('frame.retry')}
        </Button>
      }
    >
      <p>
        {code === 'timed_out' && `${text('frame.too-late')} `}
        {text(code === 'offline' ? offline : 'frame.still-playing')}
      </p>
    </Notice>
  );
}
