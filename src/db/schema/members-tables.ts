import type { Generated } from 'kysely';
import type { Language } from '#src/contract/languages.ts';
import type { Theme } from '#src/contract/limits.ts';
import type { SignInProvider } from '#src/contract/sign-in-providers.ts';
import type { StreamId } from '#src/contract/streams.ts';

/** Who the members are, and how they sign in. */
export interface MembersTables {
  users: UsersTable;
  registrations: RegistrationsTable;
  sessions: SessionsTable;
  email_tokens: EmailTokensTable;
  preferences: PreferencesTable;
  mail_spool: MailSpoolTable;
  favorite_tracks: FavoriteTracksTable;
  favorite_artists: FavoriteArtistsTable;
  provider_identities: ProviderIdentitiesTable;
  spent_credentials: SpentCredentialsTable;
  member_pictures: MemberPicturesTable;
}

/**
 * A member, or a registration that waits for its mail to be answered (`activated_ms` null) and is shown on no
 * page.
 */
export interface UsersTable {
  /** timeOrderedId: shows when the member registered, but not how many members there are. */
  id: string;
  /** As its owner wrote it. */
  email: string;
  /**
   * mailboxKey(email): where mail goes. Unique among members; any number of registrations may wait beside
   * them.
   */
  email_folded: string;
  first_name: string | null;
  last_name: string | null;
  /** While a registration waits, a wish. */
  pseudo: string | null;
  /** foldUsername(pseudo) of a member; null while a registration waits. Unique. */
  pseudo_folded: string | null;
  /** argon2id in PHC form; null for members who sign in elsewhere, or whose password does not count yet. */
  password_hash: string | null;
  /** Address; '' when there is none. */
  profile_picture: Generated<string>;
  created_ms: number;
  activated_ms: number | null;
  email_verified_ms: number | null;
}

/**
 * Where a registration came from, until its password counts: whoever has the mailbox need not be who typed
 * it.
 */
interface RegistrationsTable {
  user_id: string;
  /** SHA-256 of the secret in the browser's cookie, base64url. */
  browser_hash: string;
  /** HMAC of the address by the instance's key, base64url; '' once the link was followed from elsewhere. */
  address_hash: string;
  /**
   * The password of a member whose link was followed from elsewhere: it opens nothing. Null while it waits.
   */
  pending_hash: string | null;
}

/** A signed-in browser or program. */
interface SessionsTable {
  id: string;
  user_id: string;
  /** SHA-256 of the bearer token, base64url; unique. */
  token_hash: string;
  /** `Firefox · Linux`; '' when the program does not say. */
  device: string;
  created_ms: number;
  /**
   * When somebody proved to be the member: earlier than the row where the session came from another one. Null in a
   * row of before it was noted, which a sign-in opened.
   */
  signed_in_ms: number | null;
  /**
   * When somebody last showed to be the member, by a password, a mail or at a provider; 0 where the provider did not
   * say, and null where it was at the sign-in.
   */
  proven_ms: number | null;
  /** To the hour: written when the last entry is older. */
  used_ms: number;
  expires_ms: number;
}

/**
 * A link sent by mail. It works once, that of a member whose password is still asked for until there is one;
 * a used one stays until it expires, so that a second use gets the right message.
 */
export interface EmailTokensTable {
  /** SHA-256 of the token in the link, base64url. */
  token_hash: string;
  user_id: string;
  purpose: 'validate' | 'reset';
  expires_ms: number;
  used_ms: number | null;
}

/**
 * The choices of a member; null where none was made. No row: none at all. The times say when each was made or reset;
 * null where that is not known.
 */
export interface PreferencesTable {
  user_id: string;
  /** 0 to 1 */
  volume: number | null;
  language: Language | null;
  theme: Theme | null;
  last_stream_id: StreamId | null;
  favorite_stream_id: StreamId | null;
  volume_ms: number | null;
  language_ms: number | null;
  theme_ms: number | null;
  last_stream_ms: number | null;
  favorite_stream_ms: number | null;
  /** `dev_…` of the browser that registered. */
  device: string | null;
}

/** Mails that wait to be sent. They are written when they go out, so no link's token is ever stored. */
interface MailSpoolTable {
  /** timeOrderedId; also the mail's Message-ID, by which a mail sent twice is known. */
  id: string;
  /** Which composer writes it. */
  kind: string;
  /** The member it belongs to: the mail goes when the account goes. Null for a mail of no account. */
  user_id: string | null;
  /** Further values for the composer, as JSON. */
  payload: string;
  language: Language;
  /** While a mail with the same key waits, no second one is taken; unique. */
  dedupe_key: string | null;
  attempts: Generated<number>;
  created_ms: number;
  /** When it is tried next; in the future while a worker sends it. */
  due_ms: number;
}

/** (user_id, song_id) is unique. */
interface FavoriteTracksTable {
  id: Generated<number>;
  user_id: string;
  song_id: number;
  added_ms: number;
}

/** (user_id, artist_folded) is the key. */
interface FavoriteArtistsTable {
  user_id: string;
  /** foldArtist(artist_name) */
  artist_folded: string;
  artist_name: string;
  added_ms: number;
}

/** Somebody at a provider, and the member that this is here. (provider, issuer, subject) is the key. */
interface ProviderIdentitiesTable {
  provider: SignInProvider;
  /** The issuer that the subject was named by; '' from before it was noted, until the next start. */
  issuer: string;
  /** The provider's own name for the person (`sub`), which never changes; an address may. */
  subject: string;
  user_id: string;
  linked_ms: number;
}

/** Credentials that have signed somebody in: none does so twice. */
interface SpentCredentialsTable {
  /** SHA-256 of the ID token, base64url; the key. */
  token_hash: string;
  /** When the token would be refused for its age anyway. */
  expires_ms: number;
}

/** The picture that a provider had of a member. */
interface MemberPicturesTable {
  user_id: string;
  /** 128 random bits, base64url: its name in addresses. */
  key: string;
  /** WebP; null once the member has removed it, and it is not fetched again. */
  picture: Uint8Array | null;
  fetched_ms: number;
}
