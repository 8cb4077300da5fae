import { hash } from 'node:crypto';
import type { SlotPlace } from '#src/contract/slots.ts';
import type { Database } from '#src/db/database.ts';
import type { SlotConfig } from '#src/station/config/adverts-yaml.ts';

/** 72 bits: no two adverts of a station share one, and an address stays short. */
const ID_LETTERS = 12;

/** Returns the id under which an advert is counted: it stays while place, picture and link stay. */
export function slotId({ place, image, link }: Pick<SlotConfig, 'place' | 'image' | 'link'>): string {
  return hash('sha256', JSON.stringify([place, image, link]), 'base64url').slice(0, ID_LETTERS);
}

/** Adds one to an advert's count of a day. */
export async function countSlot(
  db: Database,
  { place, image, link }: Pick<SlotConfig, 'place' | 'image' | 'link'>,
  event: 'view' | 'click',
  day: string,
): Promise<void> {
  const views = event === 'view' ? 1 : 0;
  const clicks = 1 - views;
  await db
    .insertInto('slot_days')
    .values({ day, slot_id: slotId({ place, image, link }), place, image, link, views, clicks })
    .onConflict((conflict) =>
      conflict.columns(['day', 'slot_id']).doUpdateSet((row) => ({
        views: row('slot_days.views', '+', views),
        clicks: row('slot_days.clicks', '+', clicks),
      })),
    )
    .execute();
}

/** An advert with its days, latest first. */
export interface SlotReport {
  readonly place: SlotPlace;
  readonly image: string;
  readonly link: string;
  readonly days: readonly { readonly day: string; readonly views: number; readonly clicks: number }[];
}

/** Every advert that was counted since a day (`YYYY-MM-DD`), the one counted last first. */
export async function reportSlots(db: Database, since: string): Promise<SlotReport[]> {
  const rows = await db
    .selectFrom('slot_days')
    .selectAll()
    .where('day', '>=', since)
    .orderBy('day', 'desc')
    .orderBy('image')
    .orderBy('slot_id')
    .execute();
  const bySlot = Map.groupBy(rows, ({ slot_id }) => slot_id);
  return [...bySlot.values()].flatMap((days) =>
    days.slice(0, 1).map(({ place, image, link }) => ({ place, image, link, days })),
  );
}
