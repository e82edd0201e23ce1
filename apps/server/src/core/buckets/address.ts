import { isWebAddress } from '../secrets.ts'

/** Where objects are kept: a bucket at Amazon or, with an endpoint, at another provider, and a key to it. */
export type BucketAddress = {
  bucket: string
  prefix: string
  endpoint: string | null
  region: string
  accessKeyId: string
  secretAccessKey: string
}

type BucketAccess = {
  [Part in 'endpoint' | 'region' | 'accessKeyId' | 'secretAccessKey']?: string | undefined
}

const addressForm = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])\/([\w.\-/]+?)\/*$/

/** Reads `s3://bucket/prefix`; requests to an endpoint carry the bucket in the path. Null where a part is not right. */
export function bucketAddressOf(text: string, access: BucketAccess): BucketAddress | null {
  const [, bucket, prefix] = addressForm.exec(text) ?? []
  const { accessKeyId, secretAccessKey, endpoint, region } = access
  if (!bucket || !prefix || !accessKeyId || !secretAccessKey) return null
  if (endpoint && !isWebAddress(endpoint)) return null
  const where = { bucket, prefix, endpoint: endpoint || null, region: region || 'us-east-1' }
  return { ...where, accessKeyId, secretAccessKey }
}

export function nameOfBucket({ bucket, prefix }: BucketAddress): string {
  return `s3://${bucket}/${prefix}`
}
