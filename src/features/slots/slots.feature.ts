import { MINUTE_MS } from '#src/contract/durations.ts';
import {
  LIST_KEPT_SECONDS,
  SLOT_CLICK_EVERY_MS,
  SLOT_EVENTS_A_MINUTE,
  SLOT_REMEMBERED_MS,
  SLOT_TURN_MS,
} from '#src/contract/limits.ts';
import type { Feature, Services } from '#src/features/services.server.ts';
import { addressKey } from '#src/platform/rate-limit/address-key.ts';
import { perAddress } from '#src/platform/rate-limit/limit.ts';
import { dayAt } from '#src/platform/time-zone/wall-time.ts';
import { nothing, wireMethod } from '#src/platform/wire/endpoint.ts';
import { dataReply, doneReply } from '#src/platform/wire/wire-reply.ts';
import { isWithin, type SlotConfig } from '#src/station/config/adverts-yaml.ts';
import type { StationConfig } from '#src/station/config/station-config.ts';
import { countSlot, slotId } from './slot-counts.server.ts';
import { dueSlotsSchema, type Slot, slotEventSchema } from './slots.wire.ts';

export function slotsFeature(services: Services) {
  return { endpoints: { slots: slotsEndpoint(services) } } satisfies Feature;
}

/**
 * What all web processes know of a caller and an advert [W85, W180]: that it was seen since a while ago, and that a click
 * on it has counted.
 */
const SEEN = { name: 'views of an advert', most: 1, perMs: SLOT_REMEMBERED_MS };
const CLICKED = { name: 'clicks on an advert', most: 1, perMs: SLOT_CLICK_EVERY_MS };

/** `slots` [W87, W85]: the adverts that are due, and one more view or click of one. */
function slotsEndpoint(services: Pick<Services, 'db' | 'clock' | 'station' | 'isPicture' | 'limitStore'>) {
  const { db, clock, station, isPicture, limitStore } = services;
  const today = () => dayAt(clock.nowMs(), station().timezone);
  return {
    GET: wireMethod({
      query: nothing,
      body: nothing,
      reply: dueSlotsSchema,
      keptSeconds: LIST_KEPT_SECONDS,
      async run() {
        const due = await Promise.all(
          dueSlots(station(), today()).map(async (slot): Promise<Slot[]> => {
            // An advert without its picture is reported to the operator, not shown.
            if (!(await isPicture(slot.image))) return [];
            const id = slotId(slot);
            const { place, link, alt, languages = [] } = slot;
            return [{ id, place, picture: `/slots/${id}.webp`, link, alt, languages }];
          }),
        );
        return dataReply({ turn: Math.floor(clock.nowMs() / SLOT_TURN_MS), slots: due.flat() });
      },
    }),
    POST: wireMethod({
      query: nothing,
      body: slotEventSchema,
      reply: nothing,
      limits: [perAddress({ SLOT_EVENTS_A_MINUTE }, MINUTE_MS)],
      async run({ body, address, userAgent }) {
        const day = today();
        // An advert that has ended or never was is not counted; nobody waits for an answer.
        const slot = dueSlots(station(), day).find((due) => slotId(due) === body.id);
        if (slot === undefined || isRobot(userAgent)) return doneReply();
        const pair = `${addressKey(address)} ${body.id}`;
        if (body.event === 'view') await limitStore.renew(SEEN, pair);
        else {
          const isSeen = (await limitStore.check(SEEN, pair)) !== null;
          if (!isSeen || (await limitStore.take(CLICKED, pair)).waitMs !== null) return doneReply();
        }
        await countSlot(db, slot, body.event, day);
        return doneReply();
      },
    }),
  };
}

/** Returns the adverts that are due on a day; the first and the last day of each count. */
function dueSlots({ slots }: StationConfig, day: string): SlotConfig[] {
  return slots.filter((slot) => isWithin(slot, day));
}

/** Names of crawlers, checkers and programs. Those that pose as browsers are not recognised. */
const ROBOT =
  /(?<!cu)bot\b|crawl|spider|slurp|headless|lighthouse|pagespeed|preview|monitor|scrape|facebookexternalhit|whatsapp|curl|wget|python|java\/|go-http|okhttp|libwww|node\b|axios/i;

/** Says whether a client names itself a robot, whose views and clicks do not count. */
export function isRobot(userAgent: string): boolean {
  return userAgent === '' || ROBOT.test(userAgent);
}
