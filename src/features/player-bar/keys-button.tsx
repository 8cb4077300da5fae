import { useEffect, useState } from 'react';
import { useText } from '#src/i18n/use-text.ts';
import { useKeyHelp } from './use-key-help.tsx';

/** Opens the list of the keyboard's commands, for who does not know the key that does. */
export function KeysButton({ className }: { className: string }) {
  const text = useText();
  const openHelp = useKeyHelp();
  // Its script is fetched: until it runs, the button would swallow the press.
  const [isAlive, setAlive] = useState(false);
  useEffect(() => setAlive(true), []);
  return (
    <button type="button" className={className} disabled={!isAlive} onClick={openHelp}>
      {text('frame.keys')}
    </button>
  );
}
