import { hash } from 'node:crypto';
import { isWithin, type SlotConfig } from '#src/station/config/adverts-yaml.ts';
import type { StationConfig } from '#src/station/config/station-config.ts';

/** 72 bits: no two adverts of a station share one, and an address stays short. */
const ID_LETTERS = 12;

/** Returns the id under which an advert is counted: it stays while place, picture and link stay. */
export function slotId({ place, image, link }: Pick<SlotConfig, 'place' | 'image' | 'link'>): string {
  return hash('sha256', JSON.stringify([place, image, link]), 'base64url').slice(0, ID_LETTERS);
}

/** Returns the adverts that are due on a day; the first and the last day of each count. */
export function dueSlots({ slots }: StationConfig, day: string): SlotConfig[] {
  return slots.filter((slot) => isWithin(slot, day));
}
