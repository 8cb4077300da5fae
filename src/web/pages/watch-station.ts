import type { Clock } from '#src/platform/clock/clock.ts';
import type { StationConfigWatch } from '#src/station/config/open-station-config.ts';
import type { StationContent } from '#src/station/content/open-station-content.ts';

/** How often to look for what has changed. */
const LOOK_EVERY_MS = 1_000;

/** Calls back when what pages show of the station's files is another than at the last look. */
export function watchStation(
  { station, content }: { station: Pick<StationConfigWatch, 'current'>; content: StationContent },
  clock: Pick<Clock, 'every'>,
  onChange: () => void,
): Disposable {
  const partsOf = (): readonly unknown[] => {
    const { schedules, podcasts, biographies, videos, legal } = content;
    return [station.current, schedules, podcasts, biographies, videos, legal];
  };
  let seen = partsOf();
  return clock.every(LOOK_EVERY_MS, () => {
    const parts = partsOf();
    const hasChanged = parts.some((part, at) => part !== seen[at]);
    seen = parts;
    if (hasChanged) onChange();
  });
}
