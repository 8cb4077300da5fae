import type { StreamId } from '#src/contract/streams.ts';
import { ShareMenu } from '#src/features/share/share-menu.tsx';
import { useLanguage } from '#src/i18n/language-context.tsx';
import { useText } from '#src/i18n/use-text.ts';
import { momentPath } from '#src/page/address/moment-address.ts';
import { useStation, useStream } from '#src/page/on-air/station-context.tsx';
import { buttonClass } from '#src/ui/button/button.tsx';
import type { MomentReply } from './moment.wire.ts';

/** Hands the address of the moment on. */
export function ShareMoment(props: { moment: MomentReply; streamId: StreamId; when: string }) {
  const { moment, streamId, when } = props;
  const text = useText();
  const language = useLanguage();
  const { name } = useStation();
  const stream = useStream(streamId);
  const message =
    moment.now === null
      ? `${text('moment.title', { stream: stream.name })} · ${when}`
      : text('moment.share', { track: moment.now.titre, name });
  return (
    <ShareMenu
      path={momentPath(language, streamId, Date.parse(moment.at))}
      message={message}
      buttonClass={buttonClass('line', 'large')}
    />
  );
}
