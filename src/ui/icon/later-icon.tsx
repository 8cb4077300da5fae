import { Icon, type IconName, Sign, type SignLook } from './icon.tsx';
import { LATER_FILLED, LATER_ICON_PATHS, type OnlyLaterIconName } from './later-icon-paths.ts';

export type LaterIconName = IconName | OnlyLaterIconName;

/** An `Icon` with more to choose from, for what is opened later. */
export function LaterIcon({ name, ...look }: { name: LaterIconName } & SignLook) {
  if (!isLater(name)) return <Icon name={name} {...look} />;
  return <Sign path={LATER_ICON_PATHS[name]} isFilled={LATER_FILLED.has(name)} {...look} />;
}

function isLater(name: string): name is OnlyLaterIconName {
  return Object.hasOwn(LATER_ICON_PATHS, name);
}
