import type { Generated } from 'kysely';

/** A member, or a registration that waits for its mail to be answered (`activated_ms` null), which no page shows. */
export interface UsersTable {
  /** timeOrderedId: tells when it registered, and nobody how many there are. */
  id: string;
  /** As its owner wrote it. */
  email: string;
  /** mailboxKey(email): where mail goes. Unique among members; any number of registrations may wait beside them. */
  email_folded: string;
  first_name: string | null;
  last_name: string | null;
  /** While a registration waits, a wish. */
  pseudo: string | null;
  /** foldUsername(pseudo) of a member; null while a registration waits. Unique. */
  pseudo_folded: string | null;
  /** argon2id in PHC form; null for members who sign in elsewhere. */
  password_hash: string | null;
  /** Address; '' when there is none. */
  profile_picture: Generated<string>;
  created_ms: number;
  activated_ms: number | null;
  email_verified_ms: number | null;
}
