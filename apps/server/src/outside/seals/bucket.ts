import type * as S3 from '@aws-sdk/client-s3'

/** A versioned bucket, at Amazon or, with an endpoint, at another provider. */
export type Bucket = {
  bucket: string
  prefix: string
  endpoint: string | null
  region: string
  accessKeyId: string
  secretAccessKey: string
}

const answerWithinMs = 10_000
const objectsMax = 200_000
const charactersMax = 64 * 1024
const readAtOnce = 16

type Opened = { s3: typeof S3; client: S3.S3Client }

/** The library is loaded when heads are first written there, so that other processes do not pay for it. */
export function openBucket(place: Bucket) {
  const { bucket: Bucket, prefix, endpoint, region, ...credentials } = place
  let opened: Promise<Opened> | null = null
  const open = () => (opened ??= load())
  const load = async (): Promise<Opened> => {
    const s3 = await import('@aws-sdk/client-s3')
    const where = endpoint === null ? {} : { endpoint, forcePathStyle: true }
    const client = new s3.S3Client({ region, credentials, maxAttempts: 1, ...where })
    return { s3, client }
  }
  const options = () => ({ abortSignal: AbortSignal.timeout(answerWithinMs) })
  const readOne = async (Key: string): Promise<string> => {
    const { s3, client } = await open()
    const { Body, ContentLength = 0 } = await client.send(
      new s3.GetObjectCommand({ Bucket, Key }),
      options(),
    )
    if (ContentLength > charactersMax) throw new Error(`${Key} is too large to be a head`)
    return (await Body?.transformToString()) ?? ''
  }
  return {
    /** Writes an object for each head. An existing one is never overwritten; repeating the same line does no harm. */
    append: async (line: string): Promise<void> => {
      const { s3, client } = await open()
      const Key = keyOf(prefix, line)
      const put = new s3.PutObjectCommand({
        Bucket,
        Key,
        Body: line,
        ContentType: 'text/plain; charset=utf-8',
        IfNoneMatch: '*',
      })
      try {
        await client.send(put, options())
      } catch (error) {
        if (statusOf(error) !== 412) throw error
        if ((await readOne(Key)) !== line)
          throw new Error(`another head lies at ${Key}`, { cause: error })
      }
    },
    read: async (): Promise<string[]> => {
      const { s3, client } = await open()
      const keys: string[] = []
      let ContinuationToken: string | undefined
      do {
        const page = await client.send(
          new s3.ListObjectsV2Command({ Bucket, Prefix: `${prefix}/`, ContinuationToken }),
          options(),
        )
        keys.push(...(page.Contents ?? []).flatMap(({ Key }) => Key ?? []))
        ContinuationToken = page.IsTruncated ? page.NextContinuationToken : undefined
      } while (ContinuationToken !== undefined && keys.length < objectsMax)
      if (keys.length >= objectsMax) throw new Error('it is too large to be read')
      const lines: string[] = []
      for (let at = 0; at < keys.length; at += readAtOnce)
        lines.push(...(await Promise.all(keys.slice(at, at + readAtOnce).map(readOne))))
      return lines
    },
  }
}

/** In the order of the heads, which is how a list is returned. */
function keyOf(prefix: string, line: string): string {
  const { no } = JSON.parse(line.slice(0, line.lastIndexOf(' '))) as { no: string }
  return `${prefix}/${no.padStart(12, '0')}`
}

function statusOf(error: unknown): number | undefined {
  return (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode
}
