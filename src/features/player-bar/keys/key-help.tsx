import { SettingSwitch } from '#src/features/player/page/setting-switch.tsx';
import { useText } from '#src/i18n/use-text.ts';
import { Dialog } from '#src/ui/dialog/dialog.tsx';
import styles from './key-help.module.css';

/** The keyboard commands, and the two switches that go with them. It needs the texts `pages`. */
export function KeyHelp() {
  const text = useText();
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
      <SettingSwitch setting="shortcuts" label="pages.keys-on" />
      <SettingSwitch setting="announcements" label="pages.keys-announce" />
    </Dialog>
  );
}
