import { expect, test } from 'vitest'
import { judgePayer } from './payer.ts'

const registered = { phone: '+66812345678', bankAccountName: 'นาย สมชาย ใจดี' }
const judge = (name: string, phone: string | null = null) => judgePayer({ name, phone }, registered)

test.each([
  ['081-xxx-5678', 'own'],
  ['0812345678', 'own'],
  ['xxx-xxx-5678', 'own'],
  ['081-xxx-5679', 'other'],
  ['082-xxx-5678', 'other'],
  ['8xx-xxx-5678', 'other'],
  ['66-81-xxx-5678', 'other'],
  ['81-xxx-5678', 'other'],
  ['xx-xxx-5678', 'other'],
  ['xxxx-xxx-5678', 'other'],
])('a masked phone %s is %s', (phone, judged) => {
  expect(judge('ใครก็ได้ ***', phone)).toBe(judged)
})

test.each([
  ['สมชาย ***', 'unsaid'],
  ['นางสาวสมชาย ***', 'unsaid'],
  ['สมช***', 'unsaid'],
  ['สมหญิง ***', 'other'],
  ['SOMCHAI ***', 'unsaid'],
  ['***', 'unsaid'],
  ['', 'unsaid'],
])(
  'CARE-50 without a phone another first name says no, and the same one says nothing: %s is %s',
  (name, judged) => {
    expect(judge(name)).toBe(judged)
    expect(judge(name, 'xxx-xxx-xxx8')).toBe(judged)
  },
)

test.each([
  ['S JAIDEE', 'SOMCHAI ***', 'other'],
  ['S. JAIDEE', 'SOMCHAI ***', 'other'],
  ['SO JAIDEE', 'SOMCHAI ***', 'unsaid'],
  ['S JAIDEE', 'MALEE ***', 'other'],
  ['สุ ใจดี', 'สุชาติ ***', 'unsaid'],
  ['สมชาย ใจดี', 'สุ***', 'unsaid'],
  ['สมชาย ใจดี', 'สม***', 'unsaid'],
  ['MISSARA THONG', 'ARA ***', 'other'],
  ['MISSARA THONG', 'MISSARA ***', 'unsaid'],
  ['MALEE RAKDEE', 'MRS. MALEE ***', 'unsaid'],
])('of %s and %s one letter says nothing: %s', (bankAccountName, name, judged) => {
  expect(judgePayer({ name, phone: null }, { ...registered, bankAccountName })).toBe(judged)
})

test('two scripts cannot be compared', () => {
  const latin = { ...registered, bankAccountName: 'SOMCHAI JAIDEE' }
  expect(judgePayer({ name: 'สมชาย ***', phone: null }, latin)).toBe('unsaid')
})
