import { describe, expect, test } from 'vitest';
import { GainCuts } from './gain-cuts.ts';

const GRANULE = 576;
const steps = (cuts: GainCuts) => [...cuts.slopes];

describe('cuts of the gain', () => {
  test('reach a peak where it sounds, in the granule that holds it and the one that sounds on into it', () => {
    const cuts = new GainCuts(4);
    cuts.cut(3.5 * GRANULE + 240, 3.5 * GRANULE + 241, 0.5);
    expect(steps(cuts)).toEqual([0, 0, 1, 1, 0, 0, 0, 0]);
    expect(cuts.part).toBe(0.25);
  });

  test('reach both sides of a line that a peak lies on', () => {
    const cuts = new GainCuts(4);
    cuts.cut(3 * GRANULE + 230, 3 * GRANULE + 250, 0.5);
    expect(steps(cuts)).toEqual([0, 1, 1, 1, 0, 0, 0, 0]);
  });

  test('come down and go up by a step at a time', () => {
    const cuts = new GainCuts(5);
    cuts.cut(4.5 * GRANULE + 240, 4.5 * GRANULE + 241, 4);
    expect(cuts.deepest).toBe(3);
    expect(steps(cuts)).toEqual([0, 1, 2, 3, 3, 2, 1, 0, 0, 0]);
  });

  test('keep within the file', () => {
    const cuts = new GainCuts(1);
    cuts.cut(0, 64, 0.5);
    cuts.cut(1100, 1164, 0.5);
    cuts.cut(5000, 5064, 0.5);
    expect(steps(cuts)).toEqual([1, 1]);
  });

  test('are none without a peak', () => {
    expect(new GainCuts(3)).toMatchObject({ deepest: 0, part: 0 });
    expect(new GainCuts(0).part).toBe(0);
  });
});
