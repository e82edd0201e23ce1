import type { BucketAddress } from '#core/buckets/address.ts'
import { openBucket } from '#core/buckets/bucket.ts'

const objectsMax = 200_000
const charactersMax = 64 * 1024
const readAtOnce = 16

/** Heads in a versioned bucket, an object for each. */
export function openHeads(address: BucketAddress) {
  const bucket = openBucket(address, { attemptsMax: 1 })
  return {
    /** Writes an object for each head. An existing one is never overwritten; repeating the same line does no harm. */
    append: async (line: string): Promise<void> => {
      const key = keyOf(line)
      if (await bucket.putText(key, line, { onlyNew: true })) return
      if ((await bucket.readText(key, charactersMax)) !== line)
        throw new Error(`another head lies at ${key}`)
    },
    read: async (): Promise<string[]> => {
      const keys: string[] = []
      for await (const page of bucket.list('')) {
        keys.push(...page.map(({ key }) => key))
        if (keys.length >= objectsMax) throw new Error('it is too large to be read')
      }
      const lines: string[] = []
      for (let at = 0; at < keys.length; at += readAtOnce) {
        const read = keys
          .slice(at, at + readAtOnce)
          .map((key) => bucket.readText(key, charactersMax))
        lines.push(...(await Promise.all(read)).filter((line) => line !== null))
      }
      return lines
    },
  }
}

/** In the order of the heads, which is how a list is returned. */
function keyOf(line: string): string {
  const { no } = JSON.parse(line.slice(0, line.lastIndexOf(' '))) as { no: string }
  return no.padStart(12, '0')
}
