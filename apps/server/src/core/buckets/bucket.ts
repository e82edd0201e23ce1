import { nameOfBucket, type BucketAddress } from './address.ts'
import { connectTo } from './connection.ts'
import { readsOf } from './reads.ts'
import { writesOf } from './writes.ts'

export type Bucket = ReturnType<typeof openBucket>

/** Objects below a prefix, each named by the part of its key after it. */
export function openBucket(address: BucketAddress, { attemptsMax = 3 } = {}) {
  const connection = connectTo(address, attemptsMax)
  return { name: nameOfBucket(address), ...readsOf(connection), ...writesOf(connection) }
}
