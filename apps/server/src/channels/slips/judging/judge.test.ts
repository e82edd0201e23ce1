import { describe, expect, test } from 'vitest'
import { hourMs } from '@kapao/contract/times'
import type { Side } from '#outside/slips/transfer.ts'
import { judgeSlip, type HouseAccount } from './judge.ts'
import { compareNames } from './names.ts'

describe('names that banks cut off', () => {
  test.each([
    ['นาย กสิกร ร', 'กสิกร รักไทย', 'same'],
    ['นายสมชาย ใ', 'นาย สมชาย ใจดี', 'same'],
    ['น.ส. มาลี ร***', 'มาลี รักดี', 'same'],
    ['MR. SOMCHAI J', 'SOMCHAI JAIDEE', 'same'],
    ['MRS MALEE RAKDEE', 'Malee Rakdee', 'same'],
    ['somchai', 'SOMCHAI JAIDEE', 'same'],
    ['SOMC', 'SOMCHAI JAIDEE', 'unsaid'],
    ['ทດ', 'SOMCHAI JAIDEE', 'other'],
    ['สมชาย ใจดี', 'SOMCHAI JAIDEE', 'other'],
    ['SOM JAIDEE', 'SOMCHAI JAIDEE', 'different'],
    ['SOMCHAI K', 'SOMCHAI JAIDEE', 'different'],
    ['SOMCHAI JAIDEE RAKDEE', 'SOMCHAI JAIDEE', 'different'],
    ['MR. SOMCHAI O', 'SOMCHAI O', 'same'],
    ['MR. U T', 'U THANT', 'unsaid'],
    ['นาย ก รักดี', 'ก รักดี', 'same'],
    ['น.ส. นางนวล ร', 'นางนวล รักดี', 'same'],
    ['น.ส. นางนวล ร', 'นวล รักดี', 'different'],
    ['MRINAL S', 'INAL SEN', 'different'],
    ['ນາຍ ສົມໄຊ ວ', 'ສົມໄຊ ວົງສາ', 'same'],
    ['คุณ สมชาย ใ***', 'สมชาย ใจดี', 'same'],
    ['MR. SOMC*** J***', 'SOMCHAI JAIDEE', 'unsaid'],
    ['MR. SOMC**I J***', 'SOMCHAI JAIDEE', 'unsaid'],
    ['S*** JAIDEE', 'SOMCHAI JAIDEE', 'same'],
    ['SOMCHAI JAIDEE', 'S J', 'different'],
    ['S J', 'S J', 'unsaid'],
    ['MR. SOMC**T J***', 'SOMCHAI JAIDEE', 'different'],
    ['KAPAO DEMO CO.,LTD.', 'KAPAO DEMO CO LTD', 'same'],
    ['KAPAO DEMO COMPANY LIM', 'KAPAO DEMO CO LTD', 'same'],
    ['บจก. กะเปา เดโม', 'บริษัท กะเปา เดโม จำกัด', 'same'],
    ['บริษัท กะเปา เดโม จำกัด (มหาชน)', 'บมจ. กะเปา เดโม จำกัด', 'same'],
    ['KAPAO CO LTD', 'KAPAO DEMO CO LTD', 'different'],
    ['SOMCHAI LTD', 'SOMCHAI CO', 'different'],
    ['SO', 'SOMCHAI JAIDEE', 'unsaid'],
    ['S', 'SOMCHAI JAIDEE', 'unsaid'],
    ['S*** J***', 'SOMCHAI JAIDEE', 'unsaid'],
    ['***I JAIDEE', 'SOMCHAI JAIDEE', 'unsaid'],
    ['M*** J***', 'SOMCHAI JAIDEE', 'different'],
    ['JAIDEE SOMCHAI', 'SOMCHAI JAIDEE', 'different'],
    ['MR.', 'SOMCHAI JAIDEE', 'unsaid'],
    ['', 'SOMCHAI JAIDEE', 'unsaid'],
  ])('%s against %s: %s', (shown, whole, match) => {
    expect(compareNames(shown, whole)).toBe(match)
  })
})

describe('the owner of the money', () => {
  const uploadedAt = new Date('2026-11-21T05:00:00Z')
  const account: HouseAccount = {
    bankCode: 'KBANK',
    bankType: 'bank',
    mode: 'AUTO',
    bankAccountName: 'KAPAO ONE',
    bankAccountNo: '1112223334',
    currency: 'BAHT',
  }
  const member = {
    bankCode: 'SCB',
    bankAccountName: 'SOMCHAI JAIDEE',
    bankAccountNo: '9876543210',
    currency: 'BAHT',
    detailsSince: new Date(0),
  } as const
  const sender: Side = {
    bank: '014',
    names: ['MR. SOMCHAI J'],
    account: 'xxx-x-x4321-x',
  }
  const receiver: Side = {
    bank: '004',
    names: ['KAPAO ONE'],
    account: 'xxx-x-x2333-x',
  }
  const given = {
    transfer: {
      reference: 'R1',
      sender,
      receiver,
      money: { amount: 100n, currency: 'BAHT' as const },
      at: new Date(uploadedAt.getTime() - 60_000),
    },
    member,
    accounts: [account],
    uploadedAt,
    limitMinutes: 60,
  }
  const noteOf = (transfer: Partial<typeof given.transfer>, more: Partial<typeof given> = {}) =>
    judgeSlip({ ...given, ...more, transfer: { ...given.transfer, ...transfer } }).note

  test.each([
    ['long before', -hourMs, false],
    ['in the reported second of the transfer', 999, false],
    ['in the next second', 1_000, true],
    ['in the reported minute of the transfer', 30_000, true],
  ])('details that were made %s count as fitted only if they are younger', (_, ms, isFitted) => {
    const detailsSince = new Date(given.transfer.at.getTime() + ms)
    expect(judgeSlip({ ...given, member: { ...member, detailsSince } })).toMatchObject({
      note: null,
      isFitted,
    })
  })

  test("the member's if bank, account and name match", () => {
    expect(noteOf({})).toBeNull()
    expect(noteOf({ sender: { ...sender, bank: null } })).toBeNull()
    expect(noteOf({ sender: { ...sender, names: ['สมชาย ใจดี', 'MR. SOMCHAI J'] } })).toBeNull()
  })

  test('no match if any of them contradicts', () => {
    expect(noteOf({ sender: { ...sender, bank: '004' } })).toBe('NOT_MATCH')
    expect(noteOf({ sender: { ...sender, names: ['MALEE R'] } })).toBe('NOT_MATCH')
    expect(noteOf({ sender: { ...sender, account: 'xxx-x-x4322-x' } })).toBe('NOT_MATCH')
    expect(noteOf({ sender: { ...sender, account: null } })).toBe('NOT_MATCH')
    expect(noteOf({ sender: { ...sender, account: 'xxxxxxxx1-0' } })).toBe('NOT_MATCH')
  })

  test('a name in another script proves nothing, so more digits of the account must match', () => {
    const thai = { ...sender, names: ['สมชาย ใจดี'] }
    expect(noteOf({ sender: thai })).toBeNull()
    expect(noteOf({ sender: { ...thai, account: 'xxx-x-xx321-x' } })).toBe('NOT_MATCH')
    expect(noteOf({ sender: { ...sender, account: 'xxx-x-xx321-x' } })).toBeNull()
  })

  test('NAME-03 less than a whole word of the name or nine digits is weak', () => {
    const isWeak = (shown: Partial<Side>) =>
      judgeSlip({ ...given, transfer: { ...given.transfer, sender: { ...sender, ...shown } } })
        .isWeak
    expect(isWeak({})).toBe(false)
    expect(isWeak({ names: ['สมชาย ใจดี', 'MR. SOMCHAI J'] })).toBe(false)
    expect(isWeak({ names: ['สมชาย ใจดี'] })).toBe(true)
    expect(isWeak({ names: ['S*** J***'] })).toBe(true)
    expect(isWeak({ names: ['สมชาย ใจดี'], account: '9876543210' })).toBe(false)
    expect(isWeak({ names: ['สมชาย ใจดี'], account: 'x876543210' })).toBe(false)
    expect(isWeak({ names: ['สมชาย ใจดี'], account: 'xx76543210' })).toBe(true)
  })

  test('two accounts of the operator behind one mask are distinguished by name, or not at all', () => {
    const twin = { ...account, bankAccountNo: '9992223339', bankAccountName: 'KAPAO TWO' }
    expect(noteOf({}, { accounts: [account, twin] })).toBeNull()
    expect(judgeSlip({ ...given, accounts: [twin, account] }).account).toBe(account)
    const nameless = { ...receiver, names: ['KAPAO'] }
    expect(noteOf({ receiver: nameless }, { accounts: [account, twin] })).toBe('DEST_ACC_INVALID')
  })

  test("a receiver is the operator's account only with its holder's name, whatever its digits", () => {
    const judgeBy = (shown: Partial<Side>, own: Partial<HouseAccount> = {}) => {
      const transfer = { ...given.transfer, receiver: { ...receiver, ...shown } }
      const { note, isOurs } = judgeSlip({ ...given, transfer, accounts: [{ ...account, ...own }] })
      return note ?? (isOurs ? 'ours' : 'perhaps')
    }
    const six = '11xxxx3334'
    const thai = ['บริษัท คนอื่น จำกัด']
    expect(judgeBy({})).toBe('ours')
    expect(judgeBy({ bank: null })).toBe('ours')
    expect(judgeBy({ names: ['SOMSRI STRANGER'] })).toBe('DEST_ACC_INVALID')
    expect(judgeBy({ names: ['SOMSRI S'], account: '1112223334' })).toBe('DEST_ACC_INVALID')
    expect(judgeBy({ names: [...thai, 'SOMSRI S'], account: six })).toBe('DEST_ACC_INVALID')
    expect(judgeBy({ account: 'xxx-x-x8765-x' })).toBe('DEST_ACC_INVALID')
    expect(judgeBy({ account: null })).toBe('DEST_ACC_INVALID')
    expect(judgeBy({ bank: '014' })).toBe('DEST_ACC_INVALID')
    // A name in another script cannot be compared: more digits must match, and the bank.
    expect(judgeBy({ names: thai })).toBe('perhaps')
    expect(judgeBy({ names: thai, account: six })).toBe('ours')
    expect(judgeBy({ names: thai, account: six, bank: null })).toBe('perhaps')
    expect(judgeBy({ names: thai, account: six }, { alsoNamed: 'บจก. กะเปา' })).toBe(
      'DEST_ACC_INVALID',
    )
    expect(judgeBy({ names: ['บจก. กะเปา'] }, { alsoNamed: 'บริษัท กะเปา จำกัด' })).toBe('ours')
    expect(judgeBy({ names: [], account: six })).toBe('perhaps')
    expect(judgeBy({ names: ['KAPAO ONE', 'SOMSRI S'], account: six })).toBe('perhaps')
    expect(judgeBy({ names: ['K*** O***'], account: six })).toBe('perhaps')
  })

  test('an account of a gateway and one of another currency receive no slips', () => {
    expect(noteOf({}, { accounts: [{ ...account, bankType: 'PAYMENT' }] })).toBe('DEST_ACC_INVALID')
    expect(noteOf({}, { accounts: [{ ...account, currency: 'LAK' }] })).toBe('DEST_ACC_INVALID')
  })

  test('DEP-S03 one hour to the second, and no transfers of the future', () => {
    const aged = (ms: number) => noteOf({ at: new Date(uploadedAt.getTime() - ms) })
    expect(aged(hourMs)).toBeNull()
    expect(aged(3_600_001)).toBe('EXPIRED_SLIP')
    expect(aged(-300_000)).toBeNull()
    expect(aged(-300_001)).toBe('INVALID_SLIP')
  })
})
