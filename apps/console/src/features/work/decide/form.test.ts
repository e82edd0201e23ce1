import type { DecisionOffer, WorkItem } from '@kapao/contract/console/work'
import { expect, test } from 'vitest'
import { certainOffer, firstTyped, inputOf, missingIn } from './form.ts'

const offer = (more: Partial<DecisionOffer>): DecisionOffer => ({
  name: 'match',
  fields: ['memberId', 'amount', 'whyOptional'],
  isCertain: false,
  waitsFor: null,
  alone: null,
  soonest: null,
  barred: null,
  effect: 'credits-member',
  ...more,
})
const best = { memberId: 'M1', name: 'A', fit: 98, reasons: [] }
const itemWith = (decisions: DecisionOffer[]) =>
  ({ candidates: [best], decisions }) as unknown as WorkItem

test('only what the offer asks for is sent, without what was left empty', () => {
  const typed = { memberId: ' M1 ', amount: '100.50', whyOptional: '', payout: 'typed elsewhere' }
  expect(inputOf(offer({}), typed)).toEqual({ memberId: 'M1', amount: '100.50' })
  expect(inputOf(offer({ fields: ['whyOptional'] }), { whyOptional: 'seen' })).toEqual({
    why: 'seen',
  })
})

test('HOUSE-102 what must be there and is not, or has no form of an amount, is named; commas may stand as they are shown', () => {
  expect(missingIn(offer({}), { amount: '1,00' })).toEqual(['memberId', 'amount'])
  expect(missingIn(offer({}), { memberId: 'M1', amount: '1,250,000.50' })).toEqual([])
  expect(inputOf(offer({}), { amount: '1,250,000.50' })).toEqual({ amount: '1250000.50' })
  expect(missingIn(offer({}), { memberId: 'M1', amount: '1000' })).toEqual([])
  expect(missingIn(offer({}), { memberId: 'M1', amount: '1.005' })).toEqual(['amount'])
  expect(missingIn(offer({ fields: ['why'] }), { why: '  ' })).toEqual(['why'])
})

test('a time is Bangkok’s, wherever the desk stands', () => {
  const paid = offer({ fields: ['paidAt'] })
  const typed = { paidAt: '2026-11-25T17:30' }
  expect(inputOf(paid, typed)).toEqual({ paidAt: '2026-11-25T10:30:00.000Z' })
  expect([typed, { paidAt: '32/12' }].map((one) => missingIn(paid, one))).toEqual([[], ['paidAt']])
})

test('an answer stands there already only where there is no doubt', () => {
  const certain = offer({ isCertain: true })
  expect(firstTyped(itemWith([]), certain)).toEqual({ memberId: 'M1' })
  expect(firstTyped(itemWith([]), offer({}))).toEqual({})
  expect(certainOffer(itemWith([offer({}), certain]))).toBe(certain)
  expect(certainOffer(itemWith([offer({ isCertain: true, barred: 'own-act' })]))).toBeNull()
})
