import { expect, test } from 'vitest';
import { playsAround } from './what-was-that.wire.ts';

const row = (heures: string, titre: string) => ({ heures, titre, pochette: '' });
const rows = [
  row('14:20', 'Kid Lagune - Marée'),
  row('14:24', 'Ørn - Basement Light'),
  row('14:31', 'Ada - Low Tide'),
];
const onAir = (time: string, told: object[]) =>
  playsAround(time)
    .parse(told)
    .filter(({ on_air }) => on_air)
    .map(({ title }) => title);

test('where no row says what sounded at the minute asked for, it is the last that had begun [A85]', () => {
  expect(onAir('14:27', rows)).toEqual(['Basement Light']);
  expect(onAir('14:31', rows)).toEqual(['Low Tide']);
  expect(onAir('14:10', rows)).toEqual([]);
});

test('what one row says is believed of all', () => {
  expect(
    onAir(
      '14:27',
      rows.map((one) => ({ ...one, on_air: false })),
    ),
  ).toEqual([]);
  expect(onAir('14:27', [{ ...rows[0], on_air: true }, ...rows.slice(1)])).toEqual(['Marée']);
});
