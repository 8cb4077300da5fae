import { clockTime } from '#src/contract/durations.ts';
import type { StreamId } from '#src/contract/streams.ts';
import { ShareMenu } from '#src/features/share/share-menu.tsx';
import { NoTrackFeature, TrackFeature } from '#src/features/track-list/track-feature.tsx';
import { dayInWords } from '#src/features/what-was-that/form/day-choice.tsx';
import type { Moment } from '#src/features/what-was-that/search-address.ts';
import type { FoundPlay } from '#src/features/what-was-that/what-was-that.wire.ts';
import { useLanguage } from '#src/i18n/language-context.tsx';
import { useText } from '#src/i18n/use-text.ts';
import { momentPath } from '#src/page/address/moment-address.ts';
import { useStation } from '#src/page/on-air/station-context.tsx';
import { buttonClass } from '#src/ui/button/button.tsx';
import { Icon } from '#src/ui/icon/icon.tsx';

/** The track that was on air at the minute asked for; undefined in a break between two. */
export function FoundAnswer(props: {
  play: FoundPlay | undefined;
  streamId: StreamId;
  moment: Moment;
  instantMs: number;
}) {
  const { play, streamId, moment, instantMs } = props;
  const text = useText();
  const language = useLanguage();
  const { name } = useStation();
  const when = useMomentInWords(moment);
  if (play === undefined) {
    return (
      <NoTrackFeature badge={when} title={text('charts.search.no-tracks-then')}>
        {text('charts.search.break')}
      </NoTrackFeature>
    );
  }
  return (
    <TrackFeature
      track={play}
      streamId={streamId}
      badge={
        <>
          <Icon name="check" size={16} />
          {when}
        </>
      }
      facts={[
        {
          name: text('charts.search.start'),
          value: <time dateTime={play.started_at}>{play.heures}</time>,
        },
        { name: text('charts.search.duration'), value: clockTime(Math.round(play.duration)) },
      ]}
    >
      <ShareMenu
        path={momentPath(language, streamId, instantMs)}
        message={text('frame.share.text', { what: play.titre, name })}
        buttonClass={buttonClass('line', 'large')}
      />
    </TrackFeature>
  );
}

/** `Mercredi 18 novembre à 18:30` */
export function useMomentInWords({ date, time }: Moment): string {
  const text = useText();
  const language = useLanguage();
  const words = text('charts.search.moment', { day: dayInWords(date, language), time });
  return words.charAt(0).toLocaleUpperCase(language) + words.slice(1);
}
