import { fullTitle } from '#src/contract/full-title.ts';
import type { WrittenMember } from '../../tests/support/written-members.ts';

/** The tracks that are talked of are far fewer than there are. */
const TRACKS_TALKED_OF = 50;
const FIRST_TRACK = 5_001;
const ARTISTS = 20_000;

/** A call of the wire, still without its member's token. */
export interface MemberCall {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** As in the query, with its parameters. */
  readonly endpoint: string;
  readonly body?: object;
}

interface CallKind {
  readonly name: string;
  /** How many of a hundred calls are of this kind. */
  readonly share: number;
  make(member: WrittenMember): MemberCall;
}

/**
 * What members do on pages of tracks, on the tracks of `fillCatalogue`: they look about as often as they say
 * something.
 */
export const CALL_KINDS: readonly CallKind[] = [
  {
    name: 'to see the own vote',
    share: 15,
    make: ({ id }) => ({
      method: 'GET',
      endpoint: `votes&action=status&user_id=${id}&full_title=${encodeURIComponent(anyTrack().full)}`,
    }),
  },
  {
    name: 'to vote',
    share: 20,
    make: ({ id }) => {
      const vote = Math.random() < 0.7 ? 'like' : 'dislike';
      const body = { user_id: id, full_title: anyTrack().full, vote };
      return { method: 'POST', endpoint: 'votes&action=submit', body };
    },
  },
  {
    name: 'to read comments',
    share: 20,
    make: () => ({
      method: 'GET',
      endpoint: `comments&track_title=${encodeURIComponent(anyTrack().full)}`,
    }),
  },
  {
    name: 'to comment',
    share: 10,
    make: () => {
      const comment = `Heard this by the sea, ${Math.random().toString(36).slice(2)} times.`;
      return { method: 'POST', endpoint: 'comments', body: { track_title: anyTrack().full, comment } };
    },
  },
  {
    name: 'to add a favourite',
    share: 15,
    make: ({ id }) => ({ method: 'POST', endpoint: 'favorites&action=add', body: named(id) }),
  },
  {
    name: 'to remove a favourite',
    share: 10,
    make: ({ id }) => ({ method: 'DELETE', endpoint: 'favorites&action=remove', body: named(id) }),
  },
  {
    name: 'to list favourites',
    share: 10,
    make: ({ id }) => ({ method: 'GET', endpoint: `favorites&action=list&user_id=${id}` }),
  },
];

/** One of the kinds, by their shares. */
export function drawKind(): CallKind {
  let left = Math.random() * CALL_KINDS.reduce((sum, { share }) => sum + share, 0);
  const drawn = CALL_KINDS.find(({ share }) => {
    left -= share;
    return left < 0;
  });
  if (drawn === undefined) throw new Error('The shares do not add up.');
  return drawn;
}

function anyTrack(): { artist: string; title: string; full: string } {
  const number = FIRST_TRACK + Math.floor(Math.random() * TRACKS_TALKED_OF);
  const [artist, title] = [`Artist ${number % ARTISTS}`, `Title ${number}`];
  return { artist, title, full: fullTitle(artist, title) };
}

function named(id: string): object {
  const { artist, title } = anyTrack();
  return { user_id: id, track_title: title, artist_name: artist };
}
