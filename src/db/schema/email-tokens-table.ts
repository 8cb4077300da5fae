/** A link sent by mail. It works once; a used one stays until it expires so that its owner can be told. */
export interface EmailTokensTable {
  /** SHA-256 of the token in the link, base64url. */
  token_hash: string;
  user_id: string;
  purpose: 'validate' | 'reset';
  expires_ms: number;
  used_ms: number | null;
}
