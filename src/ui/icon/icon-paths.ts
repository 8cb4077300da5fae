/**
 * One 24 px grid, drawn with 2 px round strokes; those in `FILLED` are shapes (transport, votes, chosen
 * states).
 */
export const ICON_PATHS = {
  play: 'M8 5.5v13l11-6.5z',
  pause: 'M7 5h4v14H7zM13 5h4v14h-4z',
  stop: 'M6 6h12v12H6z',
  'thumb-up':
    'M7 10v10H4V10zm2 10h8.2c.8 0 1.5-.6 1.7-1.4l1.6-7c.2-1-.5-2-1.6-2H14l.8-4c.2-1-.6-2-1.6-2L9 9z',
  'thumb-down':
    'M17 14V4h3v10zM15 4H6.8c-.8 0-1.5.6-1.7 1.4l-1.6 7c-.2 1 .5 2 1.6 2H10l-.8 4c-.2 1 .6 2 1.6 2L15 15z',
  'star-filled': 'M12 3l2.7 5.7 6.3.8-4.6 4.3 1.2 6.2L12 17l-5.6 3 1.2-6.2L3 9.5l6.3-.8z',
  down: 'M6 9.5l6 6 6-6',
  volume: 'M4 9.5v5h3.5l5 4v-13l-5 4zM16 8.5a5 5 0 0 1 0 7M18.5 6a8.5 8.5 0 0 1 0 12',
  muted: 'M4 9.5v5h3.5l5 4v-13l-5 4zM16 9.5l5 5M21 9.5l-5 5',
  outside: 'M8 16L17 7M9 7h8v8',
  star: 'M12 3.5l2.6 5.4 5.9.8-4.3 4.1 1.1 5.9-5.3-2.9-5.3 2.9 1.1-5.9L3.5 9.7l5.9-.8z',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  menu: 'M4 7h16M4 12h16M4 17h16',
  busy: 'M12 3.5a8.5 8.5 0 1 1-8.5 8.5',
  again: 'M4 12a8 8 0 1 0 2.5-5.8M4 4.5V9h4.5',
  share: 'M12 15V4M8 7.5L12 3.5l4 4M5 12v6.5A1.5 1.5 0 0 0 6.5 20h11a1.5 1.5 0 0 0 1.5-1.5V12',
  warning: 'M12 4L2.8 20h18.4zM12 10v4.5M12 17.2v.1',
  info: 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM12 11v5M12 8v.1',
  close: 'M6 6l12 12M18 6L6 18',
  offline: 'M4 4l16 16M8.5 13.5a5 5 0 0 1 3-1.4M5 10a10 10 0 0 1 4-2.3M13 7a10 10 0 0 1 6 3M12 18v.1',
} as const;
export type IconName = keyof typeof ICON_PATHS;

export const FILLED: ReadonlySet<IconName> = new Set([
  'play',
  'pause',
  'stop',
  'thumb-up',
  'thumb-down',
  'star-filled',
]);
