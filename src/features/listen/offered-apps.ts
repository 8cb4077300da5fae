import type { TextKey } from '#src/i18n/text-key.ts';
import type { LaterIconName } from '#src/ui/icon/later-icon.tsx';

/** An application as the page offers it. */
export interface OfferedApp {
  readonly id: 'android' | 'ios' | 'windows';
  readonly address: string;
  /** Where it comes from, as people know it. */
  readonly source: string;
  readonly icon: LaterIconName;
  readonly text: TextKey;
  readonly action: TextKey;
}

const SYSTEMS: readonly Omit<OfferedApp, 'address' | 'source'>[] = [
  { id: 'android', icon: 'phone', text: 'listen.apps.android', action: 'listen.apps.install' },
  { id: 'ios', icon: 'tablet', text: 'listen.apps.ios', action: 'listen.apps.install' },
  { id: 'windows', icon: 'laptop', text: 'listen.apps.windows', action: 'listen.apps.download' },
];

const STORES: Readonly<Record<string, string>> = {
  'play.google.com': 'Google Play',
  'apps.apple.com': 'App Store',
  'itunes.apple.com': 'App Store',
  'f-droid.org': 'F-Droid',
  'apps.microsoft.com': 'Microsoft Store',
};

/** The applications that the station names, in this order [R47]; the others are left out. */
export function offeredApps(apps: Readonly<Record<string, string>>): OfferedApp[] {
  return SYSTEMS.flatMap((system) => {
    const address = apps[system.id];
    return address === undefined ? [] : [{ ...system, address, source: sourceOf(address) }];
  });
}

function sourceOf(address: string): string {
  const { hostname } = new URL(address);
  return STORES[hostname] ?? hostname;
}
