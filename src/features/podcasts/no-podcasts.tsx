import type { StreamId } from '#src/contract/streams.ts';
import { useLanguage } from '#src/i18n/language-context.tsx';
import { useText } from '#src/i18n/use-text.ts';
import { homePath } from '#src/page/address/paths.ts';
import { Link } from '#src/page/navigation/link.tsx';
import { useStream } from '#src/page/on-air/station-context.tsx';
import { buttonClass } from '#src/ui/button/button.tsx';
import { EmptyState } from '#src/ui/empty-state/empty-state.tsx';

/** For a stream without shows: what will be here, and the way back to the music. */
export function NoPodcasts({ streamId }: { streamId: StreamId }) {
  const text = useText();
  const language = useLanguage();
  const { name } = useStream(streamId);
  return (
    <EmptyState title={text('programme.podcasts.empty')}>
      <p>{text('programme.podcasts.empty-text', { stream: name })}</p>
      <Link to={homePath(language, streamId)} className={buttonClass('line')}>
        {text('frame.not-found.home')}
      </Link>
    </EmptyState>
  );
}
