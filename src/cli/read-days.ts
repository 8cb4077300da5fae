import { InvalidArgumentError } from 'commander';

/** Reads an option that says how many days; for `argParser`. */
export function daysUpTo(most: number): (text: string) => number {
  return (text) => {
    const days = Number(text);
    if (!Number.isInteger(days) || days < 1 || days > most)
      throw new InvalidArgumentError(`expected a whole number of days, up to ${most}`);
    return days;
  };
}
