import { beforeAll, expect, test } from 'vitest'
import { insertAnyMember } from '#testing/worlds/deposit-world.ts'
import { testDatabase } from '#testing/worlds/test-world.ts'
import { searchMembers } from './search.ts'

const database = testDatabase()
const clock = { now: () => new Date('2026-11-21T05:00:00Z') }
const names: Record<string, string> = {}

beforeAll(async () => {
  for (const [name, bankAccountName] of [
    ['Chai', 'SOMCHAI JAIDEE'],
    ['ชัย', 'สมชาย ใจดี'],
    ['ຈັນ', 'ດວງຈັນ ວົງສາ'],
    ['Nid', 'SOMCHIT JAIDEE'],
    ['X', 'SAM CHAMP'],
    ['Y', 'พิมพ์ชนก วงศ์สวัสดิ์'],
  ] as const) {
    const { id } = await insertAnyMember(database.db, { name, bankAccountName })
    names[id] = bankAccountName
  }
})

const search = async (words: string) =>
  (await searchMembers({ on: database.db, clock }, words)).members.map(
    ({ memberId, found }) => `${found} ${names[memberId]}`,
  )

test('HOUSE-85 a name in Thai or Lao is found by its Latin letters and the reverse, as similar and behind those who write it so', async () => {
  expect(await search('สมชาย')).toEqual(['name สมชาย ใจดี', 'similar SOMCHAI JAIDEE'])
  expect(await search('somchai jaidee')).toEqual(['name SOMCHAI JAIDEE', 'similar สมชาย ใจดี'])
  expect(await search('สมชาย ใจดี')).toEqual(['name สมชาย ใจดี', 'similar SOMCHAI JAIDEE'])
  expect(await search('Vongsa')).toEqual(['similar ດວງຈັນ ວົງສາ'])
  expect(await search('duangchan')).toEqual(['similar ດວງຈັນ ວົງສາ'])
})

test('HOUSE-85 the beginning of a name finds it where it has four consonants or more; one alone finds nobody by its sound', async () => {
  expect(await search('wongsawa')).toEqual(['similar พิมพ์ชนก วงศ์สวัสดิ์'])
  expect(await search('สม')).toEqual(['name สมชาย ใจดี', 'similar SAM CHAMP'])
  expect(await search('จะ')).toEqual([])
  expect(await search('ae io')).toEqual([])
})

test('HOUSE-73 an account is found by its last four digits as they are masked, at one bank or any', async () => {
  const { id } = await insertAnyMember(database.db, {
    bankCode: 'KBANK',
    bankAccountNo: '1234567890',
  })
  names[id] = 'with these digits'
  const found = ['account with these digits']
  for (const words of ['7890', '••7890', '••••••7890', 'xxx-7890', 'KBANK ••7890'])
    expect(await search(words), words).toEqual(found)
  expect(await search('SCB ••7890')).toEqual([])
})
