import { describe, expect, test } from 'vitest'
import { systemIds } from '#core/ids.ts'
import { openUploadFolder } from '#core/uploads/folder.ts'
import { openSlipWorld } from '#testing/worlds/slip-world.ts'
import { testWorld } from '#testing/worlds/test-world.ts'
import { uploadSlip } from './upload.ts'

const world = testWorld(() =>
  openSlipWorld((url) => ({
    variant: 'laos',
    slips: { shape: 'easyslip', url, key: 'sandbox-slip-key', branch: '' },
  })),
)

const lao = (n: number) => ({
  username: `0205551234${n}`,
  bankCode: 'BCEL',
  bankAccountName: 'NOY PHOMMACHANH',
  bankAccountNo: `16011000012345${n}`,
})
const toUs = { toBank: 'BCEL', toAccount: '1601110001234567', currency: 'LAK' }

describe('in Laos, with the other service', () => {
  test('a slip in kip is credited in whole kip, by the ticket of the bank', async () => {
    const who = await world.addPayer(lao(1))
    const transfer = await world.transfer(who, { ...toUs, amount: '150000' })
    await world.upload(who, await world.picture(transfer))
    expect(await world.settled(who)).toMatchObject({
      status: 'SUCCESS',
      amount: 150_000,
      currency: 'LAK',
    })
    expect(await world.balanceOf(who)).toBe(150_000n)
    await world.upload(who, await world.picture(transfer, 'jpeg'))
    expect(await world.settled(who)).toMatchObject({ note: 'SLIP_REFNO_DUPLICATED' })
    expect(await world.balanceOf(who)).toBe(150_000n)
  })

  test('a member whose wallet is in kip is not credited with baht', async () => {
    const who = await world.addPayer(lao(2))
    await world.upload(who, await world.picture(await world.transfer(who, { fromBank: 'BCEL' })))
    expect(await world.settled(who)).toMatchObject({ note: 'DEST_ACC_INVALID', amount: null })
  })
})

test('DEP-13 while a bonus is held an upload is refused before a byte is read', async () => {
  const who = await world.addPayer(lao(3))
  const { db } = world.database
  const nothingRead = {
    announcedBytes: 0,
    receive: () => Promise.reject(new Error('the body was read')),
  }
  const deps = {
    db,
    clock: world.clock,
    ids: systemIds,
    folder: openUploadFolder({ dataDir: world.dataDir, ids: systemIds }, 'slips'),
    readSettings: async () => ({
      'slip.closeFrom': '00:00',
      'slip.closeTo': '00:00',
      'slip.limitMinutes': 60,
      'slip.dayMax': 5,
      'slip.dayMb': 20,
      'slip.keepDays': 1,
    }),
    failpoint: () => undefined,
  }
  const { ownerDb } = world.database
  await ownerDb.query(
    `insert into bonus_held (id, member_id, source, code, deposit, bonus, currency, target, end_amount, factor, terms, shares, about,
       state, statement_seq, next_at, created_at)
     values (gen_random_uuid(), $1, 'bonus', 'B', 0, 1, 'LAK', 1, 0, '1', '{}', '{}', '{}', 'active', 1, $2, $2)`,
    [who.id, world.clock.now()],
  )
  await expect(uploadSlip(deps, who.id, nothingRead)).rejects.toThrow('BONUS_REMAINING')
  await ownerDb.query('delete from bonus_held where member_id = $1', [who.id])
  await expect(uploadSlip(deps, who.id, nothingRead)).rejects.toThrow('the body was read')
})
