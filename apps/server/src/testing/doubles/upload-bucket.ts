import type { BucketAddress } from '#core/buckets/address.ts'

/** A bucket of the sandbox. */
export function sandboxBucket(sandboxUrl: string): BucketAddress {
  return {
    bucket: 'files',
    prefix: 'kapao/uploads',
    endpoint: `${sandboxUrl}/s3`,
    region: 'ap-southeast-1',
    accessKeyId: 'sandbox-access',
    secretAccessKey: 'sandbox-secret-key',
  }
}

/** How an owner of the bucket names an object. */
export function objectOf(key: string): string {
  return `files/kapao/uploads/${key}`
}
