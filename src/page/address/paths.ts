import { DEFAULT_LANGUAGE, type Language } from '#src/contract/languages.ts';
import type { StreamId } from '#src/contract/streams.ts';

/** The last part of the address of a page that every stream has. */
export type StreamPage =
  | 'page-contact.html'
  | 'page-don.html'
  | 'page-ecoute.html'
  | 'page-grille.html'
  | 'page-last20.html'
  | 'page-mentions-legales.html'
  | 'page-podcast.html'
  | 'page-search.html'
  | 'page-top20.html'
  | 'profile'
  | 'profile/diary'
  | 'pseudo-selection';

/** The home page; with a stream that of the stream. */
export function homePath(language: Language, streamId: StreamId | null): string {
  return streamId === null ? `/${language}` : `/${language}/${streamId}`;
}

export function streamPagePath(language: Language, streamId: StreamId, page: StreamPage): string {
  return `${homePath(language, streamId)}/${page}`;
}

export function trackPath(language: Language, streamId: StreamId, slug: string): string {
  return `${homePath(language, streamId)}/info-titre/${encodeURIComponent(slug)}`;
}

/** @param artist the name as it is written: it has no slug */
export function artistPath(language: Language, streamId: StreamId, artist: string): string {
  return `${homePath(language, streamId)}/biography/${encodeURIComponent(artist)}`;
}

/**
 * A member's public page: at its root address, which is in the default language, else below the reader's own.
 */
export function memberPath(language: Language, username: string): string {
  const root = language === DEFAULT_LANGUAGE ? '' : `/${language}`;
  return `${root}/lovepuls/${encodeURIComponent(username)}`;
}

/** The stand-alone player, which is in whatever language its visitor reads. */
export function smallPlayerPath(streamId: StreamId): string {
  return `/player/${streamId}`;
}

/** The page shown when the radio is out of reach. */
export const OFFLINE_PATH = '/offline.html';
/** Must never change: browsers that have the worker ask there for the next one. */
export const WORKER_PATH = '/service-worker.js';
