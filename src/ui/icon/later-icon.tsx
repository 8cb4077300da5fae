import { Icon, type IconName, Sign, type SignLook } from './icon.tsx';

export type LaterIconName = IconName | OnlyLaterIconName;

/** An `Icon` with more to choose from, for what is opened later. */
export function LaterIcon({ name, ...look }: { name: LaterIconName } & SignLook) {
  if (!isLater(name)) return <Icon name={name} {...look} />;
  return <Sign path={LATER_ICON_PATHS[name]} isFilled={LATER_FILLED.has(name)} {...look} />;
}

function isLater(name: string): name is OnlyLaterIconName {
  return Object.hasOwn(LATER_ICON_PATHS, name);
}

/** The signs of what is opened later, on the same grid: no part of a first visit. */
const LATER_ICON_PATHS = {
  search: 'M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM15.5 15.5L20 20',
  heart: 'M12 20C5.5 15.2 3.5 12 3.5 8.9A4.6 4.6 0 0 1 12 7a4.6 4.6 0 0 1 8.5 1.9c0 3.1-2 6.3-8.5 11.1z',
  link: 'M10 14a4 4 0 0 0 5.7 0l3-3A4 4 0 0 0 13 5.3L12 6.3M14 10a4 4 0 0 0-5.7 0l-3 3a4 4 0 0 0 5.7 5.7l1-1',
  whatsapp:
    'M4 20l1.2-4A8 8 0 1 1 8 18.9zM9 8.8c.3 3 2.8 5.6 6 6.2l1.2-1.7-2.2-1.2-1 .9a6 6 0 0 1-2.1-2.2l.9-1-1-2.2z',
  eye: 'M2.5 12C5 7.5 8.3 5.5 12 5.5s7 2 9.5 6.5c-2.5 4.5-5.8 6.5-9.5 6.5S5 16.5 2.5 12zM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6z',
  leave: 'M14 4.5H6v15h8M10.5 12H21M17.5 8.5L21 12l-3.5 3.5',
  user: 'M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM4.5 20a7.5 7.5 0 0 1 15 0',
  mail: 'M3.5 6h17v12h-17zM4 6.5l8 6.5 8-6.5',
  at: 'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM16 8v5.2a2.6 2.6 0 0 0 5.2 0V12a9.2 9.2 0 1 0-3.6 7.3',
  sliders: 'M4 7h8M17 7h3M14.5 4.5v5M4 17h3M12 17h8M9.5 14.5v5',
  lock: 'M7 11V8a5 5 0 0 1 10 0v3M5.5 11h13v9h-13z',
  pencil: 'M4 20l1-4.5L16.5 4 20 7.5 8.5 19zM14 6.5L17.5 10',
  download: 'M12 4v11M8 11.5l4 4 4-4M5 20h14',
  bin: 'M4.5 7h15M9.5 7V4.5h5V7M6.5 7l1 13h9l1-13M10.5 11v5M13.5 11v5',
  laptop: 'M5.5 5.5h13v10h-13zM3 19h18',
  phone: 'M7.5 3.5h9v17h-9zM11 17.5h2',
  tablet: 'M5 3.5h14v17H5zM11 17.5h2',
  sun: 'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M5.3 18.7l1.4-1.4M17.3 6.7l1.4-1.4',
  speech: 'M4 5.5h16v11h-9L7 20v-3.5H4z',
  reply: 'M9.5 6L4 11.5 9.5 17M4 11.5h10a6 6 0 0 1 6 6v.5',
  up: 'M6 14.5l6-6 6 6',
  report: 'M5.5 21V4M5.5 5h12l-2.5 4 2.5 4h-12',
  moon: 'M19.5 14.5A8 8 0 0 1 9.5 4.5a8 8 0 1 0 10 10z',
  facebook:
    'M13.5 21v-7.5H16l.5-3h-3V8.7c0-.9.4-1.5 1.6-1.5h1.5V4.5c-.5-.1-1.3-.2-2.2-.2-2.3 0-3.9 1.4-3.9 3.9v2.3H8v3h2.5V21z',
  youtube:
    'M21.6 7.7a2.6 2.6 0 0 0-1.8-1.8C18.2 5.5 12 5.5 12 5.5s-6.2 0-7.8.4a2.6 2.6 0 0 0-1.8 1.8C2 9.3 2 12 2 12s0 2.7.4 4.3a2.6 2.6 0 0 0 1.8 1.8c1.6.4 7.8.4 7.8.4s6.2 0 7.8-.4a2.6 2.6 0 0 0 1.8-1.8c.4-1.6.4-4.3.4-4.3s0-2.7-.4-4.3zM10 15V9l5.2 3z',
  discord:
    'M19.3 5.3A16 16 0 0 0 15.3 4l-.5 1a15 15 0 0 0-5.6 0l-.5-1a16 16 0 0 0-4 1.3C2.2 9.2 1.5 13 1.8 16.7A16 16 0 0 0 6.7 19.2l1-1.7-1.6-.8.4-.3a11.5 11.5 0 0 0 11 0l.4.3-1.6.8 1 1.7a16 16 0 0 0 4.9-2.5c.4-4.3-.7-8-2.9-11.4zM8.5 14.5c-1 0-1.7-.9-1.7-2s.7-2 1.7-2 1.8.9 1.7 2c0 1.1-.7 2-1.7 2zm7 0c-1 0-1.7-.9-1.7-2s.7-2 1.7-2 1.8.9 1.7 2c0 1.1-.7 2-1.7 2z',
  x: 'M5 5l14 14.5M19 4.5L5 19.5',
  instagram:
    'M7.5 3.5h9a4 4 0 0 1 4 4v9a4 4 0 0 1-4 4h-9a4 4 0 0 1-4-4v-9a4 4 0 0 1 4-4zM12 8.5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7zM17 6.9v.1',
} as const;
type OnlyLaterIconName = keyof typeof LATER_ICON_PATHS;

const LATER_FILLED: ReadonlySet<OnlyLaterIconName> = new Set(['facebook', 'youtube', 'discord']);
