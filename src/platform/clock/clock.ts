/** Time as an argument: production passes `systemClock`, tests a clock they move by hand. */
export interface Clock {
  /** Milliseconds since the Unix epoch; may jump when the machine's clock is set. */
  nowMs(): number;
  /** Milliseconds from an arbitrary origin that never jump; with fractions. */
  monotonicMs(): number;
  /** Calls back once after `delayMs`; disposing cancels. */
  after(delayMs: number, callback: () => void): Disposable;
  /** Calls back every `periodMs`; disposing cancels. */
  every(periodMs: number, callback: () => void): Disposable;
}

export const systemClock: Clock = {
  nowMs: () => Date.now(),
  monotonicMs: () => performance.now(),
  after(delayMs, callback) {
    const timer = setTimeout(callback, delayMs);
    return { [Symbol.dispose]: () => clearTimeout(timer) };
  },
  every(periodMs, callback) {
    const timer = setInterval(callback, periodMs);
    return { [Symbol.dispose]: () => clearInterval(timer) };
  },
};
