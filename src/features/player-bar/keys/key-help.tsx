import { useState } from 'react';
import {
  type PlayerSettings,
  readPlayerSettings,
  writePlayerSettings,
} from '#src/features/player/page/player-settings.ts';
import { useText } from '#src/i18n/use-text.ts';
import { useBrowser } from '#src/page/browser/browser-context.ts';
import { Dialog } from '#src/ui/dialog/dialog.tsx';
import { Switch } from '#src/ui/switch/switch.tsx';
import styles from './key-help.module.css';

/** The keyboard commands, and the two switches that go with them. It needs the texts `pages`. */
export function KeyHelp() {
  const { storage } = useBrowser();
  const text = useText();
  const [settings, setSettings] = useState(() => readPlayerSettings(storage));
  const change = (part: Partial<PlayerSettings>) => {
    const changed = { ...settings, ...part };
    writePlayerSettings(storage, changed);
    setSettings(changed);
  };
  const rows = [
    { keys: [text('pages.keys-space')], what: text('pages.keys-play') },
    { keys: ['M'], what: text('pages.keys-mute') },
    { keys: ['↑', '↓'], what: text('pages.keys-volume') },
    { keys: ['1', '…', '8'], what: text('pages.keys-streams') },
    { keys: ['/'], what: text('pages.keys-search') },
    { keys: ['?'], what: text('pages.keys-help') },
  ];
  return (
    <Dialog title={text('frame.keys')}>
      <dl className={styles.keys}>
        {rows.map(({ keys, what }) => (
          <div key={what}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <Switch
        label={text('pages.keys-on')}
        isOn={settings.shortcuts}
        onChange={(shortcuts) => change({ shortcuts })}
      />
      <Switch
        label={text('pages.keys-announce')}
        isOn={settings.announcements}
        onChange={(announcements) => change({ announcements })}
      />
    </Dialog>
  );
}
