const POINTS = 60;

/** How high the swell of the day stands, 0 to 1, at a share of the day: a morning, a noon, an evening. */
export function heightAt(share: number): number {
  const morning = Math.exp(-(((share - 0.25) / 0.09) ** 2));
  const noon = Math.exp(-(((share - 0.54) / 0.1) ** 2));
  const evening = Math.exp(-(((share - 0.86) / 0.11) ** 2));
  return 0.28 + 0.42 * morning + 0.5 * noon + 0.36 * evening;
}

/** The swell as an open path, left to right, in a box of 1000 × 100. */
export const DAY_SHAPE = Array.from({ length: POINTS + 1 }, (_, at) => {
  const share = at / POINTS;
  return `${at === 0 ? 'M' : 'L'}${Math.round(share * 1000)} ${(100 - heightAt(share) * 100).toFixed(1)}`;
}).join('');
