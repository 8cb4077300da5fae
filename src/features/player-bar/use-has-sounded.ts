import { useState } from 'react';
import { usePlayer } from '#src/features/player/player-store.ts';

/** Whether anything has been heard on this page yet: parts that matter only then must not delay the first sound. */
export function useHasSounded(): boolean {
  const sounds = usePlayer((state) => state.phase === 'playing' || state.preview !== null);
  const [hasSounded, setHasSounded] = useState(false);
  if (sounds && !hasSounded) setHasSounded(true);
  return hasSounded;
}
