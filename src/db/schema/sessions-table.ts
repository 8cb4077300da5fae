/** A signed-in browser or program. */
export interface SessionsTable {
  id: string;
  user_id: string;
  /** SHA-256 of the bearer token, base64url; unique. */
  token_hash: string;
  /** `Firefox · Linux`; '' when the program does not say. */
  device: string;
  created_ms: number;
  /** To the hour: written when the last entry is older. */
  used_ms: number;
  expires_ms: number;
}
