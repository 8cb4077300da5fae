import type { Language } from '#src/contract/languages.ts';
import type { SlotPlace } from '#src/contract/slots.ts';
import type { DueSlots, Slot } from './slots.wire.ts';

/** The advert of a place on pages in a language: of several each has its turn. Null where none is due. */
export function chooseSlot({ turn, slots }: DueSlots, place: SlotPlace, language: Language): Slot | null {
  const due = slots.filter(
    (slot) => slot.place === place && (slot.languages.length === 0 || slot.languages.includes(language)),
  );
  return due[turn % due.length] ?? null;
}
