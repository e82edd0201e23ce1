import { expect, test } from 'vitest'
import { type OperationShape, createFaults, faultInput } from './faults.ts'
import type { Call } from '../call.ts'

const pay: OperationShape = { name: 'bank.pay', method: 'POST', path: '/pay', summary: 'Pay' }
const send: OperationShape = {
  name: 'sms.send',
  method: 'POST',
  path: '/sms',
  summary: 'Send',
  ownFaults: { broke: { summary: 'No credit', answer: { status: 423 } } },
}

function call(body: unknown, query: Record<string, unknown> = {}): Call {
  return { method: 'POST', url: '/', headers: {}, params: {}, query, body, raw: Buffer.alloc(0) }
}

function faultsWith(...rules: Record<string, unknown>[]) {
  const faults = createFaults([pay, send])
  for (const rule of rules) faults.add(faultInput.parse(rule))
  return faults
}

test('a counted rule applies that often and is removed; one without a count stays until removed', () => {
  const faults = faultsWith(
    { operation: 'bank.pay', kind: 'delay', count: '2' },
    { operation: 'bank.pay', kind: 'empty' },
  )
  const kinds = [1, 2, 3, 4].map(() => faults.take(pay, call({}))?.kind)
  expect(kinds).toEqual(['delay', 'delay', 'empty', 'empty'])
  expect(faults.list()).toMatchObject([{ kind: 'empty', hits: 2 }])
  faults.remove(faults.list()[0]!.id)
  expect(faults.take(pay, call({}))).toBeNull()
  expect(() => faults.remove('99')).toThrow('There is no fault rule 99.')
})

test('a rule may cover one operation, one actor or all', () => {
  expect(faultsWith({ operation: 'bank.pay', kind: 'empty' }).take(send, call({}))).toBeNull()
  expect(faultsWith({ operation: 'sms.*', kind: 'empty' }).take(pay, call({}))).toBeNull()
  expect(faultsWith({ operation: 'sms.*', kind: 'empty' }).take(send, call({}))).not.toBeNull()
  expect(faultsWith({ operation: '*', kind: 'empty' }).take(pay, call({}))).not.toBeNull()
})

test("an operation's own fault skips other operations and is not used up by them", () => {
  const faults = faultsWith({ operation: '*', kind: 'broke', count: 1 })
  expect(faults.take(pay, call({}))).toBeNull()
  expect(faults.take(send, call({}))?.kind).toBe('broke')
})

test('a rule may require a field of body or query, also a nested one', () => {
  const rule = { operation: '*', kind: 'empty', field: 'data.amount', equals: '100' }
  expect(faultsWith(rule).take(pay, call({ data: { amount: 100 } }))).not.toBeNull()
  expect(faultsWith(rule).take(pay, call({ data: { amount: 101 } }))).toBeNull()
  expect(faultsWith(rule).take(pay, call(null))).toBeNull()
  const byQuery = { operation: '*', kind: 'empty', field: 'ref', equals: 'A' }
  expect(faultsWith(byQuery).take(pay, call({}, { ref: 'A' }))).not.toBeNull()
})

test('chance is repeatable by its seed and matches its probability', () => {
  const draw = (seed: number) => {
    const faults = faultsWith({ operation: '*', kind: 'empty', probability: 0.25, seed })
    return Array.from({ length: 2000 }, () => faults.take(pay, call({})) !== null)
  }
  expect(draw(7)).toEqual(draw(7))
  expect(draw(7)).not.toEqual(draw(8))
  const share = draw(7).filter(Boolean).length / 2000
  expect(share).toBeGreaterThan(0.2)
  expect(share).toBeLessThan(0.3)
})

test('rules that could never apply are refused with the valid choices', () => {
  expect(() => faultsWith({ operation: 'bank.pey', kind: 'empty' })).toThrow(
    'There is no operation bank.pey; there are: bank.pay, sms.send.',
  )
  expect(() => faultsWith({ operation: 'bank.pay', kind: 'broke' })).toThrow(
    'bank.pay knows no fault broke',
  )
  expect(() => faultsWith({ operation: 'bank.pay', kind: 'toString' })).toThrow(
    'knows no fault toString',
  )
  expect(faultInput.safeParse({ operation: '*', kind: 'empty', field: 'a' }).success).toBe(false)
  expect(faultInput.safeParse({ operation: '*', kind: 'empty', cuont: 1 }).success).toBe(false)
})
