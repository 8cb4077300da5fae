import type { SlotPlace } from '#src/contract/slots.ts';

/** The tables of migration 007. */
export interface SlotsTables {
  slot_days: SlotDaysTable;
}

/**
 * How often an advert of the site was seen and followed on a day. Nothing says by whom. (day, slot_id) is the key; what
 * the slot was stays beside it, since station.yaml forgets.
 */
interface SlotDaysTable {
  /** `YYYY-MM-DD`, by the station's clock. */
  day: string;
  slot_id: string;
  place: SlotPlace;
  /** Path from STATION_DIR. */
  image: string;
  link: string;
  views: number;
  clicks: number;
}
