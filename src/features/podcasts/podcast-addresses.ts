/** `/podcasts/{show}.xml` */
export function feedAddress(show: string): string {
  return `/podcasts/${encodeURIComponent(show)}.xml`;
}

/** An episode, or a picture, of a show. */
export function showFileAddress(show: string, file: string): string {
  return `/podcasts/${encodeURIComponent(show)}/${encodeURIComponent(file)}`;
}

/** The ending that an episode's address gets for its chapters. */
export const CHAPTERS_ENDING = '.chapters.json';

export function chaptersAddress(show: string, file: string): string {
  return `${showFileAddress(show, file)}${CHAPTERS_ENDING}`;
}
