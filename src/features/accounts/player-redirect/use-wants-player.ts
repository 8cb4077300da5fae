import { useAddress } from '#src/page/navigation/navigation-context.tsx';
import { useStation } from '#src/page/on-air/station-context.tsx';

/** Whether the address asks to be sent back to the external player. No more than a hint: `findPlayerRedirect` decides. */
export function useWantsPlayer(): boolean {
  const { search } = useAddress();
  const { playerHost } = useStation();
  return Boolean(new URLSearchParams(search).get('redirect')?.startsWith(playerHost));
}
