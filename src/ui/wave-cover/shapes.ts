/** Side of a cover in its own units. */
export const SIDE = 200;
/** How far shapes reach beyond the edge, so that no rotation shows their end. */
export const OVERHANG = 60;
/** Along a half wave, where a cubic curve from crest to trough has its handles to follow a sine. */
const SINE_HANDLE = 0.3642;

/**
 * A wave from edge to edge, filled downwards: crest, trough, crest, … joined by curves, or by lines when
 * `isSharp`.
 */
export function swell(
  level: number,
  height: number,
  waveLength: number,
  shift: number,
  isSharp = false,
): string {
  const half = waveLength / 2;
  const start = -OVERHANG - shift;
  let direction = -1;
  let path = `M${round(start)} ${round(level - height)}`;
  for (let x = start; x < SIDE + OVERHANG; x += half) {
    const to = round(level - direction * height);
    const end = round(x + half);
    const from = `${round(x + half * SINE_HANDLE)} ${round(level + direction * height)}`;
    path += isSharp ? `L${end} ${to}` : `C${from} ${round(x + half * (1 - SINE_HANDLE))} ${to} ${end} ${to}`;
    direction = -direction;
  }
  return `${path}V${SIDE + OVERHANG}H${round(start)}Z`;
}

/** Numbers of points, x and y in turn, joined by lines and filled. */
export function polygon(fill: string, ...points: number[]): string {
  return `<path d="M${points.map((value) => round(value)).join(' ')}Z" fill="${fill}"/>`;
}

export function path(fill: string, d: string): string {
  return `<path d="${d}" fill="${fill}"/>`;
}

export function disc(fill: string, x: number, y: number, radius: number): string {
  return `<circle cx="${round(x)}" cy="${round(y)}" r="${round(radius)}" fill="${fill}"/>`;
}

export function turned(degrees: number, shapes: string): string {
  return `<g transform="rotate(${Math.round(degrees)} ${SIDE / 2} ${SIDE / 2})">${shapes}</g>`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
