import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { dayMs } from '@kapao/contract/times'
import { slowGif } from '#testing/chat/slow-gif.ts'
import { noisyPng } from '#testing/faults/noisy-picture.ts'
import { tempFolder } from '#testing/worlds/temp-folder.ts'
import { systemIds } from '../../ids.ts'
import { openUploadFolder } from '../folder.ts'
import { startDecoder } from './decoder.ts'
import { createPictures, type Pictures } from './pool.ts'

const dataDir = tempFolder()
const folder = openUploadFolder({ dataDir, ids: systemIds }, 'chat')
const root = join(dataDir, 'uploads/chat')
const kept = () => readdirSync(root).filter((name) => name !== 'incoming')

let photo: string
let slow: string
let noise: string
let interlaced: string
beforeAll(async () => {
  photo = await folder.newIncoming()
  slow = await folder.newIncoming()
  const create = { width: 60, height: 40, channels: 3, background: '#a05' } as const
  writeFileSync(photo, await sharp({ create }).png().toBuffer())
  writeFileSync(slow, await slowGif(6))
  noise = await folder.newIncoming()
  writeFileSync(noise, await noisyPng())
  interlaced = await folder.newIncoming()
  writeFileSync(interlaced, await noisyPng({ progressive: true }))
})

const moving = { readQr: false, takesGif: true } as const
/** The files of one target: its parts, and itself. */
const keptOf = (target: string) => kept().filter((name) => name.startsWith(basename(target)))
const newTarget = () => folder.pathOf(folder.newName('jpg'))

const endingOf = (done: Promise<{ outcome: string }>) =>
  done.then(
    ({ outcome }) => outcome,
    ({ code }: { code: string }) => code,
  )

test('the first rank has a process and a queue that others cannot take', async () => {
  const pictures = createPictures()
  try {
    const ended: string[] = []
    const others = Array.from({ length: 34 }, (_, owner) =>
      endingOf(
        pictures.clean({ owner: `${owner}`, source: slow, target: newTarget(), ...moving }),
      ).then((end) => ended.push(end)),
    )
    const target = newTarget()
    const order = { owner: 'slip', source: photo, target, readQr: true, place: 'first' } as const
    expect(await pictures.clean(order)).toMatchObject({ outcome: 'done', width: 60, height: 40 })
    // One is being written and 32 wait; with both processes taken, this one would have come after 32.
    expect(ended.filter((end) => end === 'SERVICE_BUSY')).toHaveLength(1)
    expect(ended.length).toBeLessThan(10)
    await pictures.close()
    await Promise.all(others)
  } finally {
    await pictures.close()
  }
}, 60_000)

test('the last rank waits behind all others, in a queue of its own', async () => {
  const pictures = createPictures()
  try {
    const ended: string[] = []
    const ending = (name: string) => () => void ended.push(name)
    const task = (owner: string) => ({ owner, target: newTarget(), ...moving })
    const last = Array.from({ length: 34 }, (_, owner) =>
      pictures
        .clean({ ...task(`${owner}`), source: slow, place: 'last' })
        .then(ending('last'), ending('no')),
    )
    await pictures.clean({ ...task('next'), source: photo }).then(ending('next'))
    // The one that was being written when it came, and the one without a slot.
    expect(ended).toEqual(['no', 'last', 'next'])
    await pictures.close()
    await Promise.all(last)
  } finally {
    await pictures.close()
  }
}, 60_000)

/** The order in which pictures of owners end. */
function picturesIn(pictures: Pictures, place: 'first' | 'next') {
  const ended: string[] = []
  const clean = async (owner: string, source: string): Promise<void> => {
    const order = { owner, source, target: newTarget(), readQr: false, place }
    ended.push(`${owner} ${await endingOf(pictures.clean(order))}`)
  }
  const countEnded = (owner: string) => ended.filter((end) => end.startsWith(owner)).length
  return { ended, clean, countEnded }
}

test('RUN-08 other owners are served between the ten pictures of one owner', async () => {
  const pictures = createPictures()
  const { ended, clean, countEnded } = picturesIn(pictures, 'next')
  const many = Array.from({ length: 10 }, () => clean('many', noise))
  await Promise.all([clean('one', photo), clean('two', photo)])
  expect(ended).toEqual(expect.arrayContaining(['one done', 'two done']))
  // The one that had begun, and one between the two others.
  expect(countEnded('many')).toBeLessThanOrEqual(2)
  await pictures.close()
  await Promise.all(many)
}, 60_000)

test('RUN-08 slips that are expensive to decode wait behind the quick turns of later ones', async () => {
  // With this much time for a quick turn, only their heads show that they are expensive.
  const pictures = createPictures({ quickCpuMaxMs: 20_000, cpuMaxMs: 20_000 })
  const { ended, clean, countEnded } = picturesIn(pictures, 'first')
  const dear = Array.from({ length: 8 }, (_, at) => clean(`dear${at}`, interlaced))
  await Promise.all(Array.from({ length: 4 }, (_, at) => clean(`honest${at}`, photo)))
  expect(ended.filter((end) => /^honest\d done$/.test(end))).toHaveLength(4)
  expect(countEnded('dear')).toBeLessThanOrEqual(2)
  await pictures.close()
  await Promise.all(dear)
}, 60_000)

test('RUN-08 a picture that is not decoded in time is slow, its process ends, and the next picture has another', async () => {
  const pictures = createPictures({ cpuMaxMs: 30, quickCpuMaxMs: 30, wallMaxMs: 60_000 })
  try {
    const target = newTarget()
    const order = (source: string) =>
      ({ owner: 'a', source, target, readQr: true, place: 'first' }) as const
    expect(await pictures.clean(order(noise))).toEqual({ outcome: 'slow' })
    expect(keptOf(target)).toEqual([])
    expect(await pictures.clean({ ...order(photo), readQr: false })).toMatchObject({
      outcome: 'done',
    })
  } finally {
    await pictures.close()
  }
}, 60_000)

test('RUN-08 a quick turn that takes too long ends, and the picture has another one with the remaining time', async () => {
  const pictures = createPictures({ quickCpuMaxMs: 20, cpuMaxMs: 20_000, wallMaxMs: 60_000 })
  try {
    const large = await folder.newIncoming()
    writeFileSync(large, await sharp(noise).resize(4_000).jpeg().toBuffer())
    const order = { owner: 'a', source: large, target: newTarget(), readQr: false } as const
    expect(await pictures.clean({ ...order, place: 'first' })).toMatchObject({ outcome: 'done' })
  } finally {
    await pictures.close()
  }
}, 60_000)

test('RUN-08 a hanging decoder is ended, whatever it is doing, and the picture is not at fault', async () => {
  const pictures = createPictures({ wallMaxMs: 1 })
  try {
    const order = { owner: 'a', source: noise, target: newTarget(), readQr: true } as const
    expect(await pictures.clean(order)).toEqual({ outcome: 'stuck' })
    expect(await pictures.clean({ ...order, place: 'first' })).toEqual({ outcome: 'stuck' })
  } finally {
    await pictures.close()
  }
})

test('RUN-08 the process of an abandoned turn has ended before the next turn begins', async () => {
  const turn = { turn: 'whole', source: noise, readQr: false, greyPath: newTarget() } as const
  const slowly = startDecoder({ wallMaxMs: 60_000 })
  const done = await slowly.run({ ...turn, target: newTarget(), cpuMaxMs: 1 })
  expect([done.outcome, slowly.isFit()]).toEqual(['slow', false])
  const never = startDecoder({ wallMaxMs: 1 })
  const stuck = await never.run({ ...turn, target: newTarget(), cpuMaxMs: 60_000 })
  expect([stuck.outcome, never.isFit()]).toEqual(['stuck', false])
}, 60_000)

test('RUN-08 a picture whose head announces too much is not decoded', async () => {
  const pictures = createPictures()
  try {
    const fine = await folder.newIncoming()
    const create = { width: 4_000, height: 2_100, channels: 4, background: '#a058' } as const
    writeFileSync(fine, await sharp({ create }).toColourspace('rgb16').png().toBuffer())
    const order = { owner: 'a', target: newTarget(), readQr: true, place: 'first' } as const
    expect(await pictures.clean({ ...order, source: fine })).toEqual({ outcome: 'too-large' })
    // Five times as many pixels, and an eighth of the bytes each.
    const coarse = { ...order, source: noise, readQr: false }
    expect(await pictures.clean(coarse)).toMatchObject({ outcome: 'done' })
  } finally {
    await pictures.close()
  }
}, 60_000)

test('S40 a PNG of more than forty million pixels is not decoded', async () => {
  const pictures = createPictures()
  try {
    const create = { width: 6_400, height: 6_300, channels: 3, background: '#fff' } as const
    const source = await folder.newIncoming()
    // In shades of grey it stays below the limit of unpacked bytes.
    writeFileSync(source, await sharp({ create }).toColourspace('b-w').png().toBuffer())
    const order = { owner: 'a', source, target: newTarget(), readQr: false } as const
    expect(await pictures.clean(order)).toMatchObject({ outcome: 'too-large' })
  } finally {
    await pictures.close()
  }
})

test(
  'a GIF that takes too long to write is slow, and leaves no files behind',
  { tags: 'long-1', timeout: 60_000 },
  async () => {
    const pictures = createPictures({ movingCpuMaxMs: 1_000, wallMaxMs: 60_000 })
    try {
      const [target, thumbnail] = [newTarget(), newTarget()]
      const endless = await folder.newIncoming()
      writeFileSync(endless, await slowGif(60))
      const done = await pictures.clean({
        owner: 'a',
        source: endless,
        target,
        thumbnail,
        readQr: false,
        takesGif: true,
      })
      expect(done).toEqual({ outcome: 'slow' })
      expect([...keptOf(target), ...keptOf(thumbnail)]).toEqual([])
    } finally {
      await pictures.close()
    }
  },
)

test('F26 a second look that fails removes nothing of the first one', async () => {
  const pictures = createPictures()
  try {
    const target = newTarget()
    expect(
      await pictures.clean({ owner: 'a', source: photo, target, readQr: false }),
    ).toMatchObject({
      outcome: 'done',
    })
    const whole = readFileSync(target)
    const gone = { owner: 'a', source: `${photo}-gone`, target, readQr: false }
    expect(await pictures.clean(gone)).toEqual({ outcome: 'missing' })
    const broken = await folder.newIncoming()
    writeFileSync(broken, readFileSync(photo).subarray(0, 60))
    expect(await pictures.clean({ owner: 'a', source: broken, target, readQr: false })).toEqual({
      outcome: 'broken',
    })
    expect(readFileSync(target)).toEqual(whole)
  } finally {
    await pictures.close()
  }
})

test('S57 half-written files of a process are removed like received ones', async () => {
  const part = `${newTarget()}.11111111-2222-4333-8444-555555555555.part`
  writeFileSync(part, 'half')
  expect(await folder.removeIncomingOlder(new Date(0))).toBe(0)
  expect(readFileSync(part, 'utf8')).toBe('half')
  const tomorrow = new Date(Date.now() + dayMs)
  expect(await folder.removeIncomingOlder(tomorrow)).toBeGreaterThan(0)
  expect(kept().filter((name) => name.endsWith('.part'))).toEqual([])
})
