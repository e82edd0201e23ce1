import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createClient } from 'redis'
import { z } from 'zod'
import type { Log } from '../telemetry/log.ts'
import { within } from '../within.ts'
import type { Count } from './restore-store.ts'

/** Where a count is kept outside the database. */
export type CountPlace = {
  name: string
  /** The count of these books; null where none is kept. */
  read: (installation: string) => Promise<Count | null>
  write: (count: Count) => Promise<void>
  /** Logs once that it does not take a count. */
  fail: (error: unknown) => void
  close: () => void
}

type PlaceLog = Pick<Log, 'warn'>

const kept = z.object({
  installation: z.uuid(),
  epoch: z.number().int().min(0),
  count: z.string().regex(/^\d{1,18}$/),
  at: z.iso.datetime(),
})

function textOf({ installation, epoch, count, at }: Count): string {
  return JSON.stringify({ installation, epoch, count: String(count), at: at.toISOString() })
}

function countIn(text: string): Count {
  const { count, at, ...rest } = kept.parse(JSON.parse(text))
  return { ...rest, count: BigInt(count), at: new Date(at) }
}

function failOnce(
  name: string,
  log: PlaceLog,
): { fail: (error: unknown) => void; well: () => void } {
  let isWarned = false
  return {
    fail: (error) => {
      if (!isWarned)
        log.warn({ err: error, place: name }, 'the count of the books is not kept there')
      isWarned = true
    },
    well: () => {
      isWarned = false
    },
  }
}

/** A file for each database, so that a process that was started on another one overwrites nothing. */
export function fileIn(dataDir: string, log: PlaceLog): CountPlace {
  const folder = join(dataDir, 'counts')
  const fileOf = (installation: string): string => join(folder, `${installation}.json`)
  const { fail, well } = failOnce(folder, log)
  return {
    name: folder,
    read: async (installation) => {
      const text = await readFile(fileOf(installation), 'utf8').catch(
        (error: NodeJS.ErrnoException) => {
          if (error.code === 'ENOENT') return null
          throw error
        },
      )
      return text === null ? null : countIn(text)
    },
    write: async (count) => {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const part = `${fileOf(count.installation)}.${process.pid}`
      await writeFile(part, textOf(count), { mode: 0o600 })
      // In one step, so that a process that dies leaves the count before or this one.
      await rename(part, fileOf(count.installation))
      well()
    },
    fail,
    close: () => undefined,
  }
}

const redisPatienceMs = 2_000

/** A Redis that is away when a process starts says nothing; the file of each machine remains. */
export function redisAt(url: string, log: PlaceLog): CountPlace {
  const name = 'Redis'
  const client = createClient({
    url,
    disableOfflineQueue: true,
    socket: {
      connectTimeout: redisPatienceMs,
      reconnectStrategy: (tries) => Math.min(100 * tries, 2_000),
    },
  })
  const { fail, well } = failOnce(name, log)
  client.on('error', fail)
  const keyOf = (installation: string): string => `kapao:count:${installation}`
  return {
    name,
    read: async (installation) => {
      if (!client.isOpen) await within(redisPatienceMs, client.connect())
      const text = await within(redisPatienceMs, client.get(keyOf(installation)))
      return text === null ? null : countIn(text)
    },
    write: async (count) => {
      await within(redisPatienceMs, client.set(keyOf(count.installation), textOf(count)))
      well()
    },
    fail,
    close: () => client.destroy(),
  }
}
