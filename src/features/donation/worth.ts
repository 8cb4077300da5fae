/** Gifts that people think in, in euros. */
const GIFTS = [5, 10, 20, 50, 100, 200, 500, 1000] as const;

/** How long the smallest gift that pays for an hour keeps the radio on air, in whole hours. */
export function worthOfGift(costOfHour: number): { gift: number; hours: number } | null {
  const gift = GIFTS.find((euros) => euros >= costOfHour);
  return gift === undefined ? null : { gift, hours: Math.floor(gift / costOfHour) };
}
