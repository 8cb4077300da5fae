import { useSyncExternalStore } from 'react';
import { VOLUME_STEP } from '#src/contract/limits.ts';
import { playerOf, usePlayer } from '#src/features/player/engine/player-store.ts';
import { useText } from '#src/i18n/use-text.ts';
import { useBrowser } from '#src/page/browser/browser-context.ts';
import { Icon } from '#src/ui/icon/icon.tsx';
import { Slider } from '#src/ui/slider/slider.tsx';
import styles from './volume-control.module.css';

/** Mute, slider, percent. Where the device alone decides how loud it is (iOS), only mute remains. */
export function VolumeControl() {
  const player = playerOf(useBrowser());
  const text = useText();
  const volume = usePlayer((state) => state.volume);
  const isMuted = usePlayer((state) => state.muted);
  const canSetVolume = useSyncExternalStore(never, deviceLetsSetVolume, () => true);
  const heard = isMuted ? 0 : volume;
  // A text: the first `Intl.NumberFormat` takes a phone 50 ms, and this stands on every page.
  const shown = text('frame.percent', { share: Math.round(heard * 100) });
  return (
    <div className={styles.volume}>
      <button
        type="button"
        className={styles.mute}
        aria-label={text('player.mute')}
        aria-pressed={isMuted}
        onClick={() => player.toggleMute()}
      >
        <Icon name={isMuted ? 'muted' : 'volume'} />
      </button>
      {canSetVolume && (
        <>
          <Slider
            label={text('player.volume')}
            value={heard}
            step={VOLUME_STEP}
            valueText={shown}
            onChange={(value) => player.setVolume(value)}
          />
          <span className={styles.percent} aria-hidden="true">
            {shown}
          </span>
        </>
      )}
    </div>
  );
}

const never = () => () => {};
let canSet: boolean | null = null;

function deviceLetsSetVolume(): boolean {
  if (canSet === null) {
    const probe = new Audio();
    probe.volume = 0.5;
    canSet = probe.volume === 0.5;
  }
  return canSet;
}
