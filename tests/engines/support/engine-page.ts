/** A page in one engine, driven by what the engine itself offers to programs. */
export interface EnginePage extends AsyncDisposable {
  /** The engine's name and version. */
  readonly engine: string;
  /** Errors that nobody caught, and what was logged as one. */
  readonly errors: readonly string[];
  /** Goes there and waits until the document and all it names has been read. */
  goTo(address: string): Promise<void>;
  /** Runs a function in the page, which knows its arguments alone; they and its result travel as JSON. */
  run<Values extends unknown[]>(work: (...values: Values) => unknown, ...values: Values): Promise<unknown>;
  /** Presses what this selector of CSS finds first as a hand does: for the page it is a gesture. */
  press(selector: string): Promise<void>;
}

/** What an engine is opened in. */
export interface EngineSurroundings {
  /** An empty folder of its own, in which it keeps what it keeps. */
  readonly folder: string;
  /** The X server, for an engine that cannot be without one. */
  readonly display: string;
  /** The address of the desktop's bus; null without a desktop. */
  readonly bus: string | null;
}

/**
 * Runs in the page: brings an element to the middle of the window, below no bar, and gives its own middle in CSS
 * pixels.
 */
export function bringToMiddle(selector: string): { x: number; y: number } | null {
  const found = document.querySelector(selector);
  if (found === null) return null;
  found.scrollIntoView({ block: 'center', behavior: 'instant' });
  const { x, y, width, height } = found.getBoundingClientRect();
  return { x: Math.round(x + width / 2), y: Math.round(y + height / 2) };
}
