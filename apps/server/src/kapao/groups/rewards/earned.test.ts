import { beforeAll, expect, test } from 'vitest'
import { openLossWorld } from '#testing/worlds/loss-world.ts'
import { cliOf } from '#testing/operators/cli.ts'
import type { Answer, CliContext, Group, CommandInput } from '../../command.ts'
import { testWorld } from '#testing/worlds/test-world.ts'
import { runGuarded } from '../second.ts'
import { inviteCounted, inviteGroup } from './invite.ts'
import { refundGroup } from './refund.ts'

const world = testWorld(openLossWorld)
let cli: CliContext
beforeAll(async () => {
  cli = cliOf({ db: world.database.db, clock: world.clock })
})

function run(group: Group, name: string, args: string[] = []): Promise<Answer> {
  const typed: CommandInput = { args, text: () => null, flag: () => false }
  return group.commands.find((one) => one.name === name)!.run(cli, typed)
}

test('CARE-98 play is counted and a period closed by hand, once; both are shown and kept in the audit trail', async () => {
  const inviter = await world.addPlayer(0n, [])
  const loser = await world.addPlayer(100_000n, ['pg'], { inviteCode: `PR${inviter.id}` })
  await world.bring(loser, 'pg', 1000)
  await world.play(loser, 'pg', '0.00')
  // CARE-98: choosing the hour means choosing how large a friend's loss is at that time.
  await expect(run(inviteGroup, 'invite count')).rejects.toThrow('This needs a second operator')
  expect((await runGuarded(cli, inviteCounted, {})).text).toContain('play of 1 invited')
  expect((await runGuarded(cli, inviteCounted, {})).text).toContain('play of 0 invited')
  const shown = (await run(inviteGroup, 'invite show', [inviter.id])).text
  expect(shown).toContain('may receive 5.00 BAHT and has received 0.00')
  expect(shown).toMatch(new RegExp(`${loser.id} +1000.00 +0.00 +1000.00 +0.5%`))

  expect((await run(refundGroup, 'refund list')).text).toContain('No period')
  await run(refundGroup, 'refund close')
  await world.moveTo('2026-11-22T17:00:00Z')
  expect((await run(refundGroup, 'refund close')).text).toBe('Closed: week 2026-11-16.')
  expect((await run(refundGroup, 'refund close')).text).toContain('No period is over')
  expect((await run(refundGroup, 'refund list')).text).toContain('operator:nok')
  const refund = (await run(refundGroup, 'refund show', [loser.id])).text
  expect(refund).toMatch(/week 2026-11-16 +1000.00 +0.00 +0.00 +0.00 +5% +0.00 +0.00 +50.00 +waits/)
  await expect(run(refundGroup, 'refund show', ['0899999999'])).rejects.toThrow('no member')
  const rows = await world.database.db.query<{ action: string; actor: string }>(
    `select action, actor from core_audit where action in ('invite.count', 'refund.close') order by id`,
  )
  expect(rows.map(({ action }) => action)).toEqual([
    'invite.count',
    'invite.count',
    'refund.close',
    'refund.close',
  ])
  expect(new Set(rows.map(({ actor }) => actor))).toEqual(new Set(['operator:nok']))
})
