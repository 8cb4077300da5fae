import * as z from 'zod';

/**
 * How many rows to give; outside of `min` (1) to `max` the nearer bound [W21]. Anything but a whole number is
 * refused.
 */
export function limitParameter(options: { standard: number; max: number; min?: number }) {
  return z
    .string()
    .regex(/^-?\d+$/)
    .transform((text) => Math.min(options.max, Math.max(options.min ?? 1, Number(text))))
    .default(options.standard);
}
