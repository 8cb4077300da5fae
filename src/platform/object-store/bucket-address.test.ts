import { expect, test } from 'vitest';
import { isBucketAddress, parseBucketAddress } from './bucket-address.ts';

test('an address of an object store names a bucket and what its files begin with', () => {
  expect(parseBucketAddress('s3://onde')).toEqual({ bucket: 'onde', prefix: '' });
  expect(parseBucketAddress('s3://onde/a/b/')).toEqual({ bucket: 'onde', prefix: 'a/b' });
  for (const text of ['s3:/onde', 's3://', 's3://No', '/srv/backup', 'https://onde/a'])
    expect(parseBucketAddress(text)).toBeNull();
});

test('a folder is no address, whatever it is called', () => {
  for (const text of ['./backup', '/s3/onde', 'C:backup']) expect(isBucketAddress(text)).toBe(false);
  for (const text of ['s3://x', 'S3://onde', 'ftp://x']) expect(isBucketAddress(text)).toBe(true);
});
