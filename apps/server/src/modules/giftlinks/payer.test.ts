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
])('a masked phone %s is %s', (phone, judged) => {
  expect(judge('ใครก็ได้ ***', phone)).toBe(judged)
})

test.each([
  ['สมชาย ***', 'own'],
  ['นางสาวสมชาย ***', 'own'],
  ['สมช***', 'own'],
  ['สมหญิง ***', 'other'],
  ['SOMCHAI ***', 'unsaid'],
  ['***', 'unsaid'],
  ['', 'unsaid'],
])('without a phone the first name decides: %s is %s', (name, judged) => {
  expect(judge(name)).toBe(judged)
  expect(judge(name, 'xxx-xxx-xxx8')).toBe(judged)
})

test.each([
  ['S JAIDEE', 'SOMCHAI ***', 'unsaid'],
  ['S. JAIDEE', 'SOMCHAI ***', 'unsaid'],
  ['SO JAIDEE', 'SOMCHAI ***', 'own'],
  ['S JAIDEE', 'MALEE ***', 'other'],
  ['สุ ใจดี', 'สุชาติ ***', 'unsaid'],
  ['สมชาย ใจดี', 'สุ***', 'unsaid'],
  ['สมชาย ใจดี', 'สม***', 'own'],
])('of %s and %s one letter says nothing: %s', (bankAccountName, name, judged) => {
  expect(judgePayer({ name, phone: null }, { ...registered, bankAccountName })).toBe(judged)
})

test('a name that is younger than the link says at most no, and a phone decides as ever', () => {
  const young = (name: string, phone: string | null = null) =>
    judgePayer({ name, phone }, registered, { nameIsYoung: true })
  expect(young('สมชาย ***')).toBe('unsaid')
  expect(young('สมหญิง ***')).toBe('other')
  expect(young('สมชาย ***', '081-xxx-5678')).toBe('own')
})

test('two scripts cannot be compared', () => {
  const latin = { ...registered, bankAccountName: 'SOMCHAI JAIDEE' }
  expect(judgePayer({ name: 'สมชาย ***', phone: null }, latin)).toBe('unsaid')
})
