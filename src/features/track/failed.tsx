import { useText } from '#src/i18n/use-text.ts';
import { Button } from '#src/ui/button/button.tsx';
import { Icon } from '#src/ui/icon/icon.tsx';
import { Notice } from '#src/ui/notice/notice.tsx';

/** What did not come, and the way to ask for it again. */
export function Failed(props: { words: string; hint?: string; onRetry: () => void }) {
  const text = useText();
  return (
    <Notice
      title={props.words}
      action={
        <Button look="line" onClick={() => props.onRetry()}>
          <Icon name="again" size={18} />
          {text('frame.retry')}
        </Button>
      }
    >
      {props.hint && <p>{props.hint}</p>}
    </Notice>
  );
}
