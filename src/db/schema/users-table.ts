import type { Generated } from 'kysely';

/** A member, or a registration that waits for its mail to be answered (`activated_ms` null), which no page shows. */
export interface UsersTable {
  /** timeOrderedId: tells nobody how many there are. */
  id: string;
  /** As its owner wrote it: where mail goes. */
  email: string;
  /** foldEmail(email); unique among members, and among registrations that wait. */
  email_folded: string;
  first_name: string | null;
  last_name: string | null;
  pseudo: string | null;
  /** foldUsername(pseudo); unique. */
  pseudo_folded: string | null;
  /** argon2id in PHC form; null for members who sign in elsewhere. */
  password_hash: string | null;
  /** Address; '' when there is none. */
  profile_picture: Generated<string>;
  created_ms: number;
  activated_ms: number | null;
  email_verified_ms: number | null;
}
