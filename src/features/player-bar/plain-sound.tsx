import type { StreamId } from '#src/contract/streams.ts';
import { useText } from '#src/i18n/use-text.ts';
import { useStream } from '#src/page/on-air/station-context.tsx';

/** The browser's own controls, for visitors without scripts: the server alone writes them. */
export function PlainSound({ streamId }: { streamId: StreamId }) {
  return <noscript>{import.meta.env.SSR && <Controls streamId={streamId} />}</noscript>;
}

function Controls({ streamId }: { streamId: StreamId }) {
  const text = useText();
  const { name, url } = useStream(streamId);
  return (
    // biome-ignore lint/a11y/useMediaCaption: live music has none
    <audio controls preload="none" src={url} aria-label={text('player.play', { stream: name })} />
  );
}
