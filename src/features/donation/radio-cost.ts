import { HOUR_MS } from '#src/contract/durations.ts';
import type { RadioCost } from './donation.wire.ts';

/** Fewest hours, heard and counted, for which a cost is computed [R70]. */
const COST_HOURS_MIN = 1;
/** Hours in an average month: the radio is on air day and night [R4]. */
const HOURS_A_MONTH = (365.25 * 24) / 12;

/** What makes up the cost: known bills, and what listeners were sent, where that was counted. */
export interface CostFacts {
  readonly bills: readonly { readonly what: string; readonly eurosPerMonth: number }[];
  /** Null where nothing was counted. */
  readonly listened: { readonly sinceMs: number; readonly heardMs: number } | null;
  readonly nowMs: number;
}

/**
 * Computes what an hour of radio costs: on air, and heard by one person. The latter is the cost of the time
 * that was counted, shared among the hours heard in it; below `COST_HOURS_MIN` there is nothing to share
 * [R70]. Null without bills.
 */
export function radioCost({ bills, listened, nowMs }: CostFacts): RadioCost | null {
  const month = bills.reduce((sum, { eurosPerMonth }) => sum + eurosPerMonth, 0);
  if (month <= 0) return null;
  const hour = month / HOURS_A_MONTH;
  const heardHours = listened === null ? 0 : listened.heardMs / HOUR_MS;
  const countedHours = listened === null ? 0 : (nowMs - listened.sinceMs) / HOUR_MS;
  const isCounted = listened !== null && heardHours >= COST_HOURS_MIN && countedHours >= COST_HOURS_MIN;
  return {
    bills: bills.map(({ what, eurosPerMonth }) => ({ what, euros_per_month: eurosPerMonth })),
    month,
    hour,
    heard: isCounted
      ? {
          since: new Date(listened.sinceMs).toISOString(),
          hours: heardHours,
          hour: (hour * countedHours) / heardHours,
        }
      : null,
  };
}

/** Gifts that people think in, in euros. */
const GIFTS = [5, 10, 20, 50, 100, 200, 500, 1000] as const;

/** Returns how long the smallest gift that pays for an hour keeps the radio on air, in whole hours. */
export function worthOfGift(costOfHour: number): { gift: number; hours: number } | null {
  const gift = GIFTS.find((euros) => euros >= costOfHour);
  return gift === undefined ? null : { gift, hours: Math.floor(gift / costOfHour) };
}
