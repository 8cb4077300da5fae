/** The tables of migration 011. */
export interface PicturesTables {
  member_pictures: MemberPicturesTable;
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
