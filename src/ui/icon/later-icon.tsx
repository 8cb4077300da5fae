import { Icon, type IconName, Sign, type SignLook } from './icon.tsx';
import { LATER_ICON_PATHS } from './later-icon-paths.ts';

export type LaterIconName = IconName | keyof typeof LATER_ICON_PATHS;

/** An `Icon` with more to choose from, for what is opened later. */
export function LaterIcon({ name, ...look }: { name: LaterIconName } & SignLook) {
  return isLater(name) ? <Sign path={LATER_ICON_PATHS[name]} {...look} /> : <Icon name={name} {...look} />;
}

function isLater(name: string): name is keyof typeof LATER_ICON_PATHS {
  return Object.hasOwn(LATER_ICON_PATHS, name);
}
