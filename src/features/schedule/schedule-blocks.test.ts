import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isInBlock, scheduleBlocks } from './schedule-blocks.ts';

const event = (day: number, hour: number, nom: string, couleur: 1 | 2 = 1) => ({ day, hour, nom, couleur });

test('consecutive hours of one name and colour are one block; another colour, a gap or a new day begin another', () => {
  expect(
    scheduleBlocks([
      event(1, 23, 'Nuit'),
      event(1, 8, 'Matin'),
      event(1, 9, 'Matin'),
      event(1, 10, 'Matin', 2),
      event(1, 12, 'Matin', 2),
      event(2, 0, 'Nuit'),
    ]),
  ).toEqual([
    { day: 1, from: 8, until: 10, nom: 'Matin', couleur: 1 },
    { day: 1, from: 10, until: 11, nom: 'Matin', couleur: 2 },
    { day: 1, from: 12, until: 13, nom: 'Matin', couleur: 2 },
    { day: 1, from: 23, until: 24, nom: 'Nuit', couleur: 1 },
    { day: 2, from: 0, until: 1, nom: 'Nuit', couleur: 1 },
  ]);
});

test('every planned hour lies in exactly one block, with its name and colour', () => {
  const week = fc.uniqueArray(
    fc.record({
      day: fc.integer({ min: 1, max: 7 }),
      hour: fc.integer({ min: 0, max: 23 }),
      nom: fc.constantFrom('A', 'B'),
      couleur: fc.constantFrom<1 | 2>(1, 2),
    }),
    { selector: ({ day, hour }) => day * 24 + hour, maxLength: 168 },
  );
  fc.assert(
    fc.property(week, (events) => {
      const blocks = scheduleBlocks(events);
      for (const one of events) {
        const covering = blocks.filter((block) => isInBlock(block, one));
        expect(covering).toMatchObject([{ nom: one.nom, couleur: one.couleur }]);
      }
      expect(blocks.reduce((hours, { from, until }) => hours + until - from, 0)).toBe(events.length);
    }),
  );
});
