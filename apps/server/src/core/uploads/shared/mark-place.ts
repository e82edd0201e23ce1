import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { BucketAddress } from '../../buckets/address.ts'
import { openBucket } from '../../buckets/bucket.ts'

/** Where a folder of uploaded files has its mark: processes that read the same mark share the folder. */
export type MarkPlace = {
  /** Leaves a mark unless there is one. */
  ensure: (mark: string) => Promise<void>
  /** Null for a place that no process has used yet. */
  read: () => Promise<string | null>
}

const markForm = /^[\w-]{16,64}$/
const markName = '.mark'
const charactersMax = 1_000

/** In the bucket if there is one, else in the folder of this process. */
export function markPlaceOf(where: {
  dataDir: string
  uploadsBucket: BucketAddress | null
}): MarkPlace {
  return where.uploadsBucket === null ? inFolder(where.dataDir) : inBucket(where.uploadsBucket)
}

function inFolder(dataDir: string): MarkPlace {
  const file = join(dataDir, 'uploads', markName)
  return {
    ensure: async (mark) => {
      await mkdir(dirname(file), { recursive: true, mode: 0o700 })
      await writeFile(file, `${mark}\n`, { flag: 'wx', mode: 0o600 }).catch(unless('EEXIST'))
    },
    read: async () => {
      const text = await readFile(file, 'utf8').catch(unless('ENOENT'))
      return text === undefined ? null : checked(text, file)
    },
  }
}

function inBucket(address: BucketAddress): MarkPlace {
  const bucket = openBucket(address)
  return {
    ensure: async (mark) => {
      await bucket.putText(markName, `${mark}\n`, { onlyNew: true })
    },
    read: async () => {
      const text = await bucket.readText(markName, charactersMax)
      return text === null ? null : checked(text, `${bucket.name}/${markName}`)
    },
  }
}

function checked(text: string, where: string): string {
  const mark = text.trim()
  if (!markForm.test(mark)) throw new Error(`${where} does not hold the mark of a folder`)
  return mark
}

function unless(code: string): (error: NodeJS.ErrnoException) => void {
  return (error) => {
    if (error.code !== code) throw error
  }
}
