import { expect, test } from 'vitest';
import { barChart } from './bar-chart.ts';

const bar = (label: string, value: number, note = String(value)) => ({ label, value, note });

test('the longest bar takes the room there is, the others their share of it, to an eighth of a column', () => {
  expect(barChart([bar('dance', 8), bar('hits', 4), bar('90s', 0.5), bar('club', 0)], 8 + 5 + 3 + 3)).toEqual(
    ['  dance  █████  8', '  hits   ██▌    4', '  90s    ▍      0.5', '  club          0'],
  );
});

test('what is hardly anything is not nothing', () => {
  const [, line = ''] = barChart([bar('a', 100_000), bar('b', 1)], 80);
  expect(line).toContain('▏');
});

test('without figures, without a terminal and in a narrow one there is a chart all the same', () => {
  expect(barChart([], undefined)).toEqual([]);
  expect(barChart([bar('a', 0)], undefined)).toEqual(['  a                                            0']);
  expect(barChart([bar('a long name', 1)], 5)).toEqual(['  a long name  █  1']);
});
