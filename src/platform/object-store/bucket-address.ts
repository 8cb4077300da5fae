/** A place in an object store: `s3://bucket/prefix`. */
export interface BucketAddress {
  readonly bucket: string;
  /** Without slashes at its ends; '' for the bucket itself. */
  readonly prefix: string;
}

const ADDRESS = /^s3:\/\/(?<bucket>[a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/(?<prefix>.*))?$/;

/** Whether somebody meant an address of an object store, well written or not. */
export function isBucketAddress(text: string): boolean {
  return /^([a-z][a-z0-9+.-]*:\/\/|s3:)/i.test(text);
}

/** Null for what is none. */
export function parseBucketAddress(text: string): BucketAddress | null {
  const { bucket, prefix = '' } = ADDRESS.exec(text)?.groups ?? {};
  return bucket === undefined ? null : { bucket, prefix: prefix.replaceAll(/^\/+|\/+$/g, '') };
}
