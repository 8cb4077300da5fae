import { useText } from '#src/i18n/use-text.ts';
import { Button } from '#src/ui/button/button.tsx';
import { Icon } from '#src/ui/icon/icon.tsx';
import { Notice } from '#src/ui/notice/notice.tsx';

/** Says that something did not load, with a button to try again where that can help. */
export function RetryNotice(props: { title: string; retry: (() => unknown) | undefined }) {
  const { title, retry } = props;
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
      <p>{text('frame.still-playing')}</p>
    </Notice>
  );
}
