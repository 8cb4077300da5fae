import type { StreamId } from '#src/contract/streams.ts';
import { useLanguage } from '#src/i18n/language-context.tsx';
import { useText } from '#src/i18n/use-text.ts';
import { momentPath, momentSlug } from '#src/page/address/moment-address.ts';
import { JsonLd } from '#src/page/head/json-ld.tsx';
import { PageHead } from '#src/page/head/page-head.tsx';
import { useStation, useStream } from '#src/page/on-air/station-context.tsx';
import type { MomentReply } from './moment.wire.ts';

/**
 * The page's head about the moment, for shared links. Search engines leave it out: there is one for each second, and the
 * track has its own page.
 */
export function MomentHead(props: { moment: MomentReply; streamId: StreamId; when: string }) {
  const { moment, streamId, when } = props;
  const text = useText();
  const language = useLanguage();
  const { name, origin } = useStation();
  const { name: stream } = useStream(streamId);
  const { at, now, before } = moment;
  const instantMs = Date.parse(at);
  const track = now ?? before;
  return (
    <>
      <PageHead
        title={now?.titre ?? text('moment.title', { stream })}
        description={text('moment.description', { stream, when })}
        image={`/og/moment/${momentSlug({ streamId, instantMs })}.png`}
        isIndexed={false}
        isEmbedded
      />
      {track && (
        <JsonLd
          facts={{
            '@type': 'BroadcastEvent',
            name: track.titre,
            startDate: track.started_at,
            url: new URL(momentPath(language, streamId, instantMs), origin).href,
            publishedOn: { '@type': 'BroadcastService', name: stream, broadcastDisplayName: name },
          }}
        />
      )}
    </>
  );
}
