import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findTokenFile, readToken, writeToken } from './token-file.ts'

const token = 'a'.repeat(43)
let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kapao-token-'))
})
afterEach(() => rm(folder, { recursive: true }))

test('a token is written for its owner only and read back', async () => {
  const file = join(folder, 'new', 'nok.token')
  await writeToken(file, token)
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect((await stat(join(folder, 'new'))).mode & 0o777).toBe(0o700)
  expect(await readToken(file)).toBe(token)
})

test.each([0o640, 0o604, 0o660, 0o620, 0o601, 0o777])(
  'a file with the permissions %o is refused',
  async (mode) => {
    const file = join(folder, 'nok.token')
    await writeToken(file, token)
    await chmod(file, mode)
    await expect(readToken(file)).rejects.toThrow(`chmod 600 ${file}`)
  },
)

test('a token never overwrites another', async () => {
  const file = join(folder, 'nok.token')
  await writeToken(file, token)
  await expect(writeToken(file, 'b'.repeat(43))).rejects.toThrow(/exists already/)
  expect(await readFile(file, 'utf8')).toBe(`${token}\n`)
})

test('a file that is no token file is refused in a sentence', async () => {
  await expect(readToken(join(folder, 'none'))).rejects.toThrow(/There is no token file/)
  await expect(readToken(folder)).rejects.toThrow(/not a token file/)
  const file = join(folder, 'other')
  await writeFile(file, 'two words', { mode: 0o600 })
  await expect(readToken(file)).rejects.toThrow(/does not hold a token/)
})

test('a file that was named is used as it is', async () => {
  expect(await findTokenFile('/somewhere/nok.token')).toBe('/somewhere/nok.token')
})
