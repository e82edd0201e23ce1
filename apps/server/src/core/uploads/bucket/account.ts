import { bucketAddressOf, type BucketAddress } from '../../buckets/address.ts'
import { isDefaultSecret, isPlainHttp, type Environment } from '../../secrets.ts'

/**
 * The bucket of uploaded files. It has a key of its own: the one of the heads of the seals may delete nothing, and this
 * one must.
 */
export function uploadsBucketOf(env: Environment, problems: string[]): BucketAddress | null {
  const text = env['UPLOADS_S3']
  if (!text) return null
  const address = bucketAddressOf(text, {
    endpoint: env['UPLOADS_S3_ENDPOINT'],
    region: env['UPLOADS_S3_REGION'],
    accessKeyId: env['UPLOADS_S3_KEY_ID'],
    secretAccessKey: env['UPLOADS_S3_SECRET'],
  })
  if (!address)
    problems.push(
      'UPLOADS_S3 must be a bucket such as s3://bucket/uploads, with UPLOADS_S3_KEY_ID and UPLOADS_S3_SECRET, and UPLOADS_S3_ENDPOINT an http or https address if it is set',
    )
  return address
}

/** S53: pictures of members would travel in the clear, or be readable with the sandbox's known key. */
export function unsafeUploads(address: BucketAddress | null): string[] {
  if (!address) return []
  const { endpoint, secretAccessKey } = address
  return [
    ...(endpoint !== null && isPlainHttp(endpoint)
      ? ['UPLOADS_S3_ENDPOINT names an address that is not https']
      : []),
    ...(isDefaultSecret(secretAccessKey)
      ? ['UPLOADS_S3_SECRET is a default one; create a new key']
      : []),
  ]
}
