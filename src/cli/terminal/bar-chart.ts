/** Bars end in one of these: an eighth of a column, two eighths, … */
const EIGHTHS = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];
const BAR_COLUMNS_MAX = 40;
const COLUMNS_USUAL = 80;

export interface Bar {
  readonly label: string;
  readonly value: number;
  /** What stands behind the bar. */
  readonly note: string;
}

/**
 * Lines of a chart, a bar each, the longest as wide as the room allows. What is more than nothing shows at least an
 * eighth of a column.
 * @param columns of the terminal; undefined where there is none
 */
export function barChart(bars: readonly Bar[], columns: number | undefined): string[] {
  const labelWidth = Math.max(0, ...bars.map(({ label }) => label.length));
  const noteWidth = Math.max(0, ...bars.map(({ note }) => note.length));
  const room = (columns || COLUMNS_USUAL) - labelWidth - noteWidth - 6;
  const width = Math.max(1, Math.min(BAR_COLUMNS_MAX, room));
  const most = Math.max(0, ...bars.map(({ value }) => value));
  return bars.map(({ label, value, note }) => {
    const bar = barOf(most > 0 ? (value / most) * width : 0);
    return `  ${label.padEnd(labelWidth)}  ${bar.padEnd(width)}  ${note}`.trimEnd();
  });
}

function barOf(columns: number): string {
  if (columns <= 0) return '';
  const eighths = Math.max(1, Math.round(columns * 8));
  return '█'.repeat(Math.floor(eighths / 8)) + (EIGHTHS[eighths % 8] ?? '');
}
