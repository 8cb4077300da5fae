import { useEffect, useState } from 'react';
import { useStation } from '#src/page/on-air/station-context.tsx';
import { type WeekCalendar, weekCalendar } from './week-calendar.ts';

const MINUTE_MS = 60_000;

/** The week and the time by the clock of the station, kept up to the minute. `loadedMs`: the time of the document. */
export function useStationTime(loadedMs: number): WeekCalendar {
  const { timezone } = useStation();
  const [nowMs, setNowMs] = useState(loadedMs);
  useEffect(() => {
    const tick = () => setNowMs(Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS);
    tick();
    const ticking = setInterval(tick, MINUTE_MS / 12);
    return () => clearInterval(ticking);
  }, []);
  return weekCalendar(nowMs, timezone);
}
