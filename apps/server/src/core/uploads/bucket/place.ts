import { mkdir, open, opendir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Bucket } from '../../buckets/bucket.ts'
import { digestOfFile } from '../../buckets/writes.ts'
import { isFileName, isIncomingName, newPartName, typeOf } from '../folder.ts'

/** A place of uploaded files, as the command sees it that moves them to the other one. Keys are `folder/file`. */
export type FileStore = {
  name: string
  list: () => AsyncGenerator<string[]>
  /** SHA-256 in hexadecimal; null where there is no such file. */
  digestOf: (key: string) => Promise<string | null>
  /** Lends the file on this machine. */
  lend: <T>(key: string, work: (path: string) => Promise<T>) => Promise<T>
  /** Takes in a copy of a file of this machine. */
  take: (key: string, path: string) => Promise<void>
  remove: (key: string) => Promise<void>
}

const pageMax = 1_000

export function folderPlace(dataDir: string): FileStore {
  const root = join(dataDir, 'uploads')
  const pathOf = (key: string): string => join(root, ...key.split('/'))
  return {
    name: root,
    list: async function* () {
      let page: string[] = []
      for await (const path of filesBelow(root)) {
        const key = path.slice(root.length + 1)
        // What was received and not yet kept is found here by all processes until it is done with.
        if (!isKey(key) || isHanded(key)) continue
        page.push(key)
        if (page.length < pageMax) continue
        yield page
        page = []
      }
      yield page
    },
    digestOf: async (key) => {
      try {
        return (await digestOfFile(pathOf(key))).sha256.toString('hex')
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
        throw error
      }
    },
    lend: (key, work) => work(pathOf(key)),
    take: async (key, path) => {
      const target = pathOf(key)
      await mkdir(dirname(target), { recursive: true, mode: 0o700 })
      await copyWhole(path, target)
    },
    remove: (key) => rm(pathOf(key), { force: true }),
  }
}

export function bucketPlace(bucket: Bucket, workFolder: string): FileStore {
  const download = async <T>(
    key: string,
    work: (path: string) => Promise<T>,
  ): Promise<T | null> => {
    const path = newPartName(join(workFolder, 'moving'))
    try {
      await mkdir(workFolder, { recursive: true, mode: 0o700 })
      return (await bucket.download(key, path)) ? await work(path) : null
    } finally {
      await rm(path, { force: true })
    }
  }
  return {
    name: bucket.name,
    list: async function* () {
      for await (const page of bucket.list(''))
        yield page.flatMap(({ key }) => (isKey(key) ? [key] : []))
    },
    digestOf: async (key) => {
      const found = await bucket.find(key)
      if (found === null || found.sha256 !== null) return found?.sha256 ?? null
      // Some stores do not report it.
      return download(key, async (path) => (await digestOfFile(path)).sha256.toString('hex'))
    },
    lend: async (key, work) => {
      const done = await download(key, work)
      if (done === null) throw new Error(`${key} was removed meanwhile`)
      return done
    },
    take: async (key, path) => {
      const type = isHanded(key) ? 'application/octet-stream' : typeOf(key)
      await bucket.putFile(key, path, type)
    },
    remove: bucket.remove,
  }
}

/** Whether it is a file that was received and not yet kept. */
export function isHanded(key: string): boolean {
  return key.split('/').length === 3
}

/** Marks, half-written files and files that are not ours are left alone. */
function isKey(key: string): boolean {
  const [folder = '', ...rest] = key.split('/')
  if (!/^[a-z]{1,20}$/.test(folder)) return false
  if (rest.length === 1) return isFileName(rest[0]!)
  return rest.length === 2 && rest[0] === 'incoming' && isIncomingName(rest[1]!)
}

async function* filesBelow(folder: string): AsyncGenerator<string> {
  const entries = await opendir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  for await (const entry of entries ?? []) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) yield* filesBelow(path)
    else if (entry.isFile()) yield path
  }
}

/** A file has its name when all of it is on the disk. */
async function copyWhole(from: string, to: string): Promise<void> {
  const part = newPartName(to)
  try {
    const [source, target] = [await open(from), await open(part, 'wx', 0o600)]
    try {
      for await (const chunk of source.createReadStream() as AsyncIterable<Buffer>)
        await target.writeFile(chunk)
      await target.sync()
    } finally {
      await source.close().catch(() => undefined)
      await target.close()
    }
    await rename(part, to)
  } finally {
    await rm(part, { force: true })
  }
}
