import { rename, rm } from 'node:fs/promises'
import { createLine, NoTurn, type Patience } from '../../lines/line.ts'
import { Refused } from '../../refused.ts'
import { newPartName } from '../folder.ts'
import { startDecoder, type Decoder } from './decoder.ts'
import type { PictureResult, PictureTask, TaskPriority, Turn, TurnResult } from './task.ts'

export type Pictures = {
  /** Checks a picture by decoding all of it, rewrites it and reads its QR codes. Safe to call again. */
  clean: (order: PictureOrder) => Promise<PictureResult>
  close: () => Promise<void>
}

export type PictureOrder = PictureTask & {
  /** Owners are served in rotation, and none has more than one decoded at a time. */
  owner: string
  place?: TaskPriority
}

const decodersMax = 2
/**
 * In order of urgency; one process is reserved for slips that are quick to read, however slow all other pictures are.
 */
const ranks = ['quick', 'first', 'next', 'last'] as const
const rankAtOnceMax = [decodersMax, decodersMax - 1, decodersMax - 1, decodersMax - 1]
/** In each of the queues. */
const waitingMax = 32
const waitMs = 60_000

export type PictureLimits = {
  /** Processor time for all work on one picture. */
  cpuMaxMs: number
  /** When a GIF is accepted, which is rewritten frame by frame. */
  movingCpuMaxMs: number
  /** For a picture of the house, in which every code is looked for with every look. */
  houseCpuMaxMs: number
  /** The part of the first of these for the first turn, which reads nearly all slips. */
  quickCpuMaxMs: number
  /** For one turn, however busy the machine is. */
  wallMaxMs: number
}

const usual: PictureLimits = {
  cpuMaxMs: 2_000,
  movingCpuMaxMs: 4_000,
  houseCpuMaxMs: 8_000,
  quickCpuMaxMs: 500,
  wallMaxMs: 20_000,
}

/**
 * Decodes pictures in separate processes, so that a hostile one costs the calls nothing. A slip has a quick turn
 * first; one that is expensive to decode or hard to read waits for another turn behind the quick ones of all others.
 */
export function createPictures(given: Partial<PictureLimits> = {}): Pictures {
  const limits = { ...usual, ...given }
  const decoders = openDecoders(limits)
  const line = createLine({
    atOnceMax: decodersMax,
    ownerAtOnceMax: 1,
    waitingMax,
    waitMs,
    rankAtOnceMax,
  })
  const take = (owner: string, rank: Rank, turn: Turn): Promise<TurnResult> =>
    orRefuse(
      line.run(owner, () => decoders.run(turn), { rank: ranks.indexOf(rank) } satisfies Patience),
    )
  return {
    clean: (order) =>
      inParts(order, (task, greyPath) =>
        inTurns({ ...order, ...task }, greyPath, { limits, take: take.bind(null, order.owner) }),
      ),
    close: decoders.close,
  }
}

type Rank = (typeof ranks)[number]
type Turns = { limits: PictureLimits; take: (rank: Rank, turn: Turn) => Promise<TurnResult> }

async function inTurns(
  { place = 'next', owner: _owner, ...task }: PictureOrder,
  greyPath: string,
  { limits, take }: Turns,
): Promise<PictureResult> {
  const { quickCpuMaxMs } = limits
  const cpuMaxMs = cpuMaxOf(task, limits)
  const whole = { ...task, greyPath, cpuMaxMs, turn: 'whole' as const }
  if (place !== 'first') return withoutTexts(await take(place, whole))
  let done = await take('quick', {
    ...whole,
    turn: 'quick',
    cpuMaxMs: Math.min(quickCpuMaxMs, cpuMaxMs),
  })
  let leftMs = cpuMaxMs - (done.cpuMs ?? 0)
  if (done.outcome === 'heavy' || (done.outcome === 'slow' && leftMs > 0)) {
    done = await take('first', { ...whole, cpuMaxMs: leftMs })
    leftMs -= done.cpuMs ?? 0
  }
  if (done.outcome !== 'unread') return withoutTexts(done)
  const { width, height, grey } = done
  const rest = await take('first', { turn: 'rest', grey, cpuMaxMs: leftMs })
  if (rest.outcome === 'texts') return { outcome: 'done', width, height, texts: rest.texts }
  return withoutTexts(rest)
}

function cpuMaxOf({ isOfHouse, takesGif }: PictureTask, limits: PictureLimits): number {
  if (isOfHouse) return limits.houseCpuMaxMs
  return takesGif ? limits.movingCpuMaxMs : limits.cpuMaxMs
}

/** Outcomes of intermediate turns do not end a picture. */
function withoutTexts(done: TurnResult): PictureResult {
  if (done.outcome === 'unread')
    return { outcome: 'done', width: done.width, height: done.height, texts: [] }
  if (done.outcome === 'heavy' || done.outcome === 'texts')
    return { outcome: 'failed', why: `a turn ended ${done.outcome}` }
  const { cpuMs: _cpuMs, ...picture } = done
  return picture
}

async function orRefuse<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw error instanceof NoTurn ? new Refused('SERVICE_BUSY') : error
  }
}

/** Starts processes when they are needed, and replaces those that died or had to be ended. */
function openDecoders({ wallMaxMs }: PictureLimits) {
  const all = new Set<Decoder>()
  const idle: Decoder[] = []
  let isClosed = false
  const takeFit = (): Decoder => {
    for (let decoder = idle.pop(); decoder; decoder = idle.pop()) {
      if (decoder.isFit()) return decoder
      all.delete(decoder)
    }
    const started = startDecoder({ wallMaxMs })
    all.add(started)
    return started
  }
  return {
    run: async (turn: Turn): Promise<TurnResult> => {
      if (isClosed) return { outcome: 'failed', why: 'closing' }
      const decoder = takeFit()
      const done = await decoder.run(turn)
      if (isClosed) return { outcome: 'failed', why: 'closing' }
      if (decoder.isFit()) idle.push(decoder)
      else all.delete(decoder)
      return done
    },
    close: async (): Promise<void> => {
      isClosed = true
      await Promise.all([...all].map((decoder) => decoder.end()))
    },
  }
}

/**
 * A file gets its name when it is complete, so that a file of a finished look is never overwritten halfway or removed.
 */
async function inParts(
  { target, thumbnail, ...given }: PictureTask,
  write: (task: PictureTask, greyPath: string) => Promise<PictureResult>,
): Promise<PictureResult> {
  const parts = [target, thumbnail].flatMap((path) =>
    path === undefined ? [] : [{ path, part: newPartName(path) }],
  )
  const greyPath = newPartName(target)
  try {
    const [whole, small] = parts.map(({ part }) => part)
    const task = { ...given, target: whole!, ...(small && { thumbnail: small }) }
    const done = await write(task, greyPath)
    if (done.outcome === 'done') for (const { path, part } of parts) await rename(part, path)
    return done
  } finally {
    for (const path of [...parts.map(({ part }) => part), greyPath]) await rm(path, { force: true })
  }
}
