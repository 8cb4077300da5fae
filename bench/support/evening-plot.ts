/** One second of an evening. */
export interface Moment {
  /** Since its beginning. */
  readonly second: number;
  /** Listeners who hear. */
  readonly hearing: number;
  /** Listeners who have nothing left to play. */
  readonly starved: number;
  /** Whether a page asked for in this second came. */
  readonly isPage: boolean;
}

export interface Fault {
  /** The web process, or PostgreSQL and Redis. */
  readonly what: 'web' | 'stores';
  readonly second: number;
}

const SIZE = { width: 960, height: 300 } as const;
const AREA = { left: 60, right: 20, top: 40, bottom: 90 } as const;

/** An evening as a picture (SVG): who hears, who does not, when no page came, and what was killed when. */
export function drawEvening(evening: {
  listeners: number;
  moments: readonly Moment[];
  faults: readonly Fault[];
}): string {
  const { listeners, moments, faults } = evening;
  const seconds = Math.max(1, ...moments.map(({ second }) => second));
  const x = (second: number) =>
    (AREA.left + (second / seconds) * (SIZE.width - AREA.left - AREA.right)).toFixed(1);
  const base = SIZE.height - AREA.bottom;
  const y = (count: number) => (base - (count / listeners) * (base - AREA.top)).toFixed(1);
  const line = (value: (moment: Moment) => number) =>
    moments.map((moment) => `${x(moment.second)},${y(value(moment))}`).join(' ');
  const text = (at: string, height: number, words: string, anchor = 'start') =>
    `<text x="${at}" y="${height}" text-anchor="${anchor}">${words}</text>`;
  const tick = (second: number, height: number, colour: string) =>
    `<path d="M${x(second)} ${height}v10" stroke="${colour}"/>`;
  const minutes = Array.from({ length: Math.floor(seconds / 60) + 1 }, (_, minute) => minute);
  const noPage = moments.filter(({ isPage }) => !isPage);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIZE.width} ${SIZE.height}" font-family="sans-serif" font-size="12" fill="#333">
<rect width="100%" height="100%" fill="#fff"/>
${text(String(AREA.left), 20, `${listeners} listeners: who hears (blue), who has nothing left to play (red)`)}
<path d="M${AREA.left} ${AREA.top}V${base}H${SIZE.width - AREA.right}" fill="none" stroke="#999"/>
${text(String(AREA.left - 6), Number(y(listeners)) + 4, String(listeners), 'end')}${text(String(AREA.left - 6), base, '0', 'end')}
<polyline points="${line(({ hearing }) => hearing)}" fill="none" stroke="#2563c9" stroke-width="2"/>
<polyline points="${line(({ starved }) => starved)}" fill="none" stroke="#c9252d" stroke-width="2"/>
${minutes.map((minute) => text(x(minute * 60), base + 16, `${minute} min`, 'middle')).join('')}
<g stroke-width="2">${faults.map(({ what, second }) => tick(second, base + (what === 'web' ? 24 : 40), what === 'web' ? '#b26a00' : '#7a2fb5')).join('')}
${noPage.map(({ second }) => tick(second, base + 56, '#888')).join('')}</g>
${text(String(AREA.left - 6), base + 34, 'web', 'end')}${text(String(AREA.left - 6), base + 50, 'stores', 'end')}${text(String(AREA.left - 6), base + 66, 'no page', 'end')}
</svg>
`;
}
