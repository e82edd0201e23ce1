import { secondKinds } from '@kapao/contract/console/reasons'
import { expect, test } from 'vitest'
import { everyGuarded, findGuarded } from './every.ts'

test('HOUSE-30 each kind of request has its own work, and a kind of another release has none', () => {
  for (const kind of secondKinds) expect(everyGuarded[kind].kind).toBe(kind)
  for (const kind of ['member bank', 'toString', '__proto__', ''])
    expect(findGuarded(kind)).toBeNull()
})
