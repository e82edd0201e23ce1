import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { slowGif } from '../../testing/chat/slow-gif.ts'
import { systemIds } from '../ids.ts'
import { openUploadFolder } from './folder.ts'
import { createPictures } from './picture-pool.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'kapao-pictures-'))
const folder = openUploadFolder({ dataDir, ids: systemIds }, 'chat')
const root = join(dataDir, 'uploads/chat')
const kept = () => readdirSync(root).filter((name) => name !== 'incoming')

let photo: string
let slow: string
beforeAll(async () => {
  photo = await folder.newIncoming()
  slow = await folder.newIncoming()
  const create = { width: 60, height: 40, channels: 3, background: '#a05' } as const
  writeFileSync(photo, await sharp({ create }).png().toBuffer())
  writeFileSync(slow, await slowGif(6))
})
afterAll(() => rmSync(dataDir, { recursive: true }))

const newTarget = () => folder.pathOf(folder.newName('jpg'))

test('what goes first has a thread and a line that others cannot take', async () => {
  const pictures = createPictures()
  try {
    const ended: string[] = []
    const others = Array.from({ length: 34 }, () =>
      pictures.clean({ source: slow, target: newTarget(), readQr: false, takesGif: true }).then(
        ({ outcome }) => ended.push(outcome),
        ({ code }: { code: string }) => ended.push(code),
      ),
    )
    const target = newTarget()
    const done = await pictures.clean({ source: photo, target, readQr: true, place: 'first' })
    expect(done).toMatchObject({ outcome: 'done', width: 60, height: 40 })
    // One is being written and 32 wait; with both threads taken, this one would have come after 32.
    expect(ended.filter((end) => end === 'SERVICE_BUSY')).toHaveLength(1)
    expect(ended.length).toBeLessThan(10)
    await pictures.close()
    await Promise.all(others)
  } finally {
    await pictures.close()
  }
}, 60_000)

test('what goes last waits behind all others, in a line of its own', async () => {
  const pictures = createPictures()
  try {
    const ended: string[] = []
    const ending = (name: string) => () => void ended.push(name)
    const task = () => ({ target: newTarget(), readQr: false, takesGif: true })
    const last = Array.from({ length: 34 }, () =>
      pictures.clean({ ...task(), source: slow, place: 'last' }).then(ending('last'), ending('no')),
    )
    await pictures.clean({ ...task(), source: photo }).then(ending('next'))
    // The one that was being written when it came, and the one for whom there was no place.
    expect(ended).toEqual(['no', 'last', 'next'])
    await pictures.close()
    await Promise.all(last)
  } finally {
    await pictures.close()
  }
}, 60_000)

test('a GIF that takes too long to write is called slow, and leaves nothing behind', async () => {
  const pictures = createPictures({ secondsMax: 1 })
  try {
    const before = kept()
    const endless = await folder.newIncoming()
    writeFileSync(endless, await slowGif(60))
    const done = await pictures.clean({
      source: endless,
      target: newTarget(),
      thumbnail: newTarget(),
      readQr: false,
      takesGif: true,
    })
    expect(done).toEqual({ outcome: 'slow' })
    expect(kept()).toEqual(before)
  } finally {
    await pictures.close()
  }
}, 60_000)

test('F26 a second look that fails takes nothing of the first one away', async () => {
  const pictures = createPictures()
  try {
    const target = newTarget()
    expect(await pictures.clean({ source: photo, target, readQr: false })).toMatchObject({
      outcome: 'done',
    })
    const whole = readFileSync(target)
    const gone = { source: `${photo}-gone`, target, readQr: false }
    expect(await pictures.clean(gone)).toEqual({ outcome: 'missing' })
    const broken = await folder.newIncoming()
    writeFileSync(broken, readFileSync(photo).subarray(0, 60))
    expect(await pictures.clean({ source: broken, target, readQr: false })).toEqual({
      outcome: 'broken',
    })
    expect(readFileSync(target)).toEqual(whole)
  } finally {
    await pictures.close()
  }
})

test('S57 what a process left half written is swept as what it received', async () => {
  const part = `${newTarget()}.11111111-2222-4333-8444-555555555555.part`
  writeFileSync(part, 'half')
  expect(await folder.removeIncomingOlder(new Date(0))).toBe(0)
  expect(readFileSync(part, 'utf8')).toBe('half')
  const tomorrow = new Date(Date.now() + 24 * 60 * 60_000)
  expect(await folder.removeIncomingOlder(tomorrow)).toBeGreaterThan(0)
  expect(kept().filter((name) => name.endsWith('.part'))).toEqual([])
})
