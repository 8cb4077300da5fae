import type { StreamId } from '#src/contract/streams.ts';
import { playerOf } from '#src/features/player/player-store.ts';
import type { TextKey } from '#src/i18n/text-key.ts';
import { useText } from '#src/i18n/use-text.ts';
import { useBrowser } from '#src/page/browser/browser-context.ts';
import { useStation } from '#src/page/on-air/station-context.tsx';
import { buttonClass } from '#src/ui/button/button.tsx';
import { Icon } from '#src/ui/icon/icon.tsx';
import { TitledSection } from '#src/ui/section/titled-section.tsx';
import styles from './web-player-steps.module.css';

const STEPS: readonly { title: TextKey; words: TextKey }[] = [
  { title: 'listen.web.choose', words: 'listen.web.choose.text' },
  { title: 'listen.web.play', words: 'listen.web.play.text' },
  { title: 'listen.web.keep', words: 'listen.web.keep.text' },
];

/** How to listen in a browser, and the player that stands alone. */
export function WebPlayerSteps({ streamId }: { streamId: StreamId }) {
  const player = playerOf(useBrowser());
  const text = useText();
  const { playerHost } = useStation();
  return (
    <TitledSection title={text('listen.web')} lead={text('listen.web.text')}>
      <ol className={styles.steps}>
        {STEPS.map(({ title, words }) => (
          <li key={title}>
            <h3>{text(title)}</h3>
            <p>{text(words)}</p>
          </li>
        ))}
      </ol>
      <a
        className={`${buttonClass('ink')} ${styles.open}`}
        href={`${playerHost}/${streamId}`}
        target="_blank"
        rel="noopener"
        onClick={() => player.yieldTurn()}
      >
        {text('player.web-player')}
        <Icon name="outside" size={18} />
      </a>
    </TitledSection>
  );
}
