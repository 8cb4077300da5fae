import type { PaceRule, WindowRule } from './limit.ts';

/** Where limits are counted: in this process, or in one place for several. */
export interface LimitStore {
  /** Counts one of `key` by a rule; the rule's name says of which. */
  take(rule: WindowRule | PaceRule, key: string): Promise<Taken>;
  /** Milliseconds until the next one is allowed, null when it is now; counts nothing. */
  check(rule: WindowRule, key: string): Promise<number | null>;
}

export interface Taken {
  /** Null when it was allowed, else the milliseconds until the next one is. What is refused counts nothing. */
  readonly waitMs: number | null;
  /** It was the last one that its window allows. */
  readonly isLast: boolean;
}
