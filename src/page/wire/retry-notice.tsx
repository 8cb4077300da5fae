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
}) {
  const { title, error, retry } = props;
  const code = error instanceof CallError && error.code;
  const text = useText();
  if (retry === undefined) return <Notice title={title} />;
  return (
    <Notice
      title={title}
      action={
        <Button look="line" onClick={() => retry()}>
          <Icon name="again" size={18} />
          {text('frame.retry')}
        </Button>
      }
    >
      <p>
        {code === 'timed_out' && `${text('frame.too-late')} `}
        {text(code === 'offline' ? 'frame.page-waits' : 'frame.still-playing')}
      </p>
    </Notice>
  );
}
