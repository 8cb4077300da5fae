import { mediaSlug } from '#src/contract/titles.ts';

/** Where the radio's machine proves to others that it is the one of this station [W180]. */
export const PROOF_PATH = '/radio-machine';
const FILE_FOLDERS = /^\/(?:covers|previews|videos|podcasts|slots|og)\//;

/**
 * Whether an address is answered from rendered media or files of the station folder, which the radio's machine alone
 * has.
 */
export function isFileAddress(path: string): boolean {
  return FILE_FOLDERS.test(path) || path === PROOF_PATH;
}

/** `MEDIA_BASE_URL` without a trailing slash, '' for the same origin. */
type MediaBaseUrl = string;

/** Returns the picture of a song: its own or the generated one [W19]. */
export function coverAddress(slug: string, mediaBaseUrl: MediaBaseUrl): string {
  return `${mediaBaseUrl}/covers/${fileName(slug)}.jpg`;
}

/** Returns the address of the 51 seconds of a song. */
export function previewAddress(slug: string, mediaBaseUrl: MediaBaseUrl): string {
  return `${mediaBaseUrl}/previews/${fileName(slug)}.mp3`;
}

/** Returns the address of the video of a song that has one. */
export function videoAddress(slug: string, mediaBaseUrl: MediaBaseUrl): string {
  return `${mediaBaseUrl}/videos/${fileName(slug)}.mp4`;
}

function fileName(slug: string): string {
  return encodeURIComponent(mediaSlug(slug));
}

/** Returns the slug behind a media file name without its ending: slugs hold no underscores of their own. */
export function slugOfMediaFile(name: string): string {
  return name.replaceAll('_', '-');
}
