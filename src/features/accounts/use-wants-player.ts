import { useLocation } from 'react-router';
import { useStation } from '#src/features/on-air/station-context.tsx';
import { findPlayerRedirect } from './player-redirect.ts';

/** Whether the address asks to be sent back to the external player. */
export function useWantsPlayer(): boolean {
  const { search } = useLocation();
  const { playerHost } = useStation();
  return findPlayerRedirect(search, playerHost) !== null;
}
