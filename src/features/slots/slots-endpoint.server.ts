import { LIST_KEPT_SECONDS, SLOT_EVENTS_A_MINUTE, SLOT_TURN_MS } from '#src/contract/limits.ts';
import type { Services } from '#src/features/services.server.ts';
import { addressKey } from '#src/platform/rate-limit/address-key.ts';
import { MINUTE_MS, perAddress } from '#src/platform/rate-limit/limit.ts';
import { dayAt } from '#src/platform/time-zone/wall-time.ts';
import { nothing, wireMethod } from '#src/platform/wire/endpoint.ts';
import { dataReply, doneReply } from '#src/platform/wire/wire-reply.ts';
import { pictureFault } from '#src/station/folder/picture-fault.ts';
import { StationFolder } from '#src/station/folder/station-folder.ts';
import { dueSlots, slotId } from './due-slots.server.ts';
import { isRobot } from './robot.server.ts';
import { SeenSlots } from './seen-slots.server.ts';
import { countSlot } from './slot-counts.server.ts';
import { dueSlotsSchema, type Slot, slotEventSchema } from './slots.wire.ts';

/** `slots` [W87, W85]: the adverts that are due, and one more view or click of one. */
export function slotsEndpoint(services: Pick<Services, 'db' | 'clock' | 'settings' | 'station'>) {
  const { db, clock, station } = services;
  const folder = new StationFolder(services.settings.stationDir);
  const seen = new SeenSlots(clock);
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
            // One without its picture is told to the operator, not shown.
            if ((await pictureFault(folder, slot.image)) !== null) return [];
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
        const caller = addressKey(address);
        const day = today();
        // One that has just ended, or never was, counts nothing: nobody waits for an answer.
        const slot = dueSlots(station(), day).find((due) => slotId(due) === body.id);
        if (slot === undefined || isRobot(userAgent)) return doneReply();
        if (body.event === 'view') seen.seen(caller, body.id);
        else if (!seen.clicks(caller, body.id)) return doneReply();
        await countSlot(db, slot, body.event, day);
        return doneReply();
      },
    }),
  };
}
