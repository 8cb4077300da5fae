import { COMMENT_MAX } from '#src/contract/limits.ts';
import { useText } from '#src/i18n/use-text.ts';
import { Button } from '#src/ui/button/button.tsx';
import { EmptyState } from '#src/ui/empty-state/empty-state.tsx';

/** Nobody has said anything yet. */
export function NoComments({ onWrite }: { onWrite: () => void }) {
  const text = useText();
  return (
    <EmptyState title={text('track.comments.empty')} level={3}>
      <p>{text('track.comments.empty.text', { max: COMMENT_MAX })}</p>
      <Button look="ink" onClick={onWrite}>
        {text('track.comments.empty.write')}
      </Button>
    </EmptyState>
  );
}
