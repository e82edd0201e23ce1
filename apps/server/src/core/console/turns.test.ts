import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { consoleTurns, openTurns } from './bridge.ts'
import type { SignedIn } from './route.ts'

const operator = (name: string) => ({ name }) as SignedIn
const headers = new Map<string, unknown>()
const reply = { header: (name: string, value: unknown) => headers.set(name, value) } as never

test('COST-08 of the searches of one operator two run at once and some wait; another operator waits for none of them', async () => {
  const inTurn = openTurns()
  const { ownerAtOnceMax, ownerWaitingMax } = consoleTurns.search
  const begun: string[] = []
  const held = Promise.withResolvers<void>()
  const search = (name: string): Promise<unknown> =>
    inTurn(operator(name), { kind: 'search', reply }, async () => {
      begun.push(name)
      if (name === 'flood') await held.promise
    })
  const flood = Array.from({ length: ownerAtOnceMax + ownerWaitingMax + 5 }, () => search('flood'))
  const ended = Promise.allSettled(flood)
  await search('honest')
  expect(begun).toEqual(['flood', 'flood', 'honest'])
  expect(headers.get('retry-after')).toBe(5)
  held.resolve()
  const refused = (await ended).filter(({ status }) => status === 'rejected')
  expect(refused).toHaveLength(5)
  for (const one of refused)
    expect(one).toMatchObject({ reason: { code: 'REQUEST_LIMIT', status: 429 } })
})

test('COST-08 docs/security.md has the figures', () => {
  const path = join(import.meta.dirname, '../../../../../docs/security.md')
  const documented = readFileSync(path, 'utf8')
  for (const [kind, of] of Object.entries(consoleTurns))
    expect(documented).toContain(
      `| ${kind} | ${of.ownerAtOnceMax}, ${of.atOnceMax} | ${of.ownerWaitingMax} | ${of.waitMs / 1_000} s |`,
    )
})
