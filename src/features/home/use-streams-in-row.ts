import { useQuery } from '@tanstack/react-query';
import { nowPlayingQuery } from '#src/page/on-air/now-playing.query.ts';
import { useStation } from '#src/page/on-air/station-context.tsx';
import type { StreamFacts } from '#src/page/on-air/stream-facts.wire.ts';

/** The eight in their order, those without music yet last [R10]. */
export function useStreamsInRow(): readonly StreamFacts[] {
  const { streams } = useStation();
  const { data = '' } = useQuery({
    ...nowPlayingQuery,
    staleTime: 'static',
    // One text for all of them: the page is drawn anew when it changes alone.
    select: (tracks) => `${tracks.flatMap(({ slug, version }) => (slug ? [] : version))}`,
  });
  const silent = data.split(',');
  const isSilent = ({ version }: StreamFacts) => Number(silent.includes(version));
  return streams.toSorted((one, other) => isSilent(one) - isSilent(other));
}
