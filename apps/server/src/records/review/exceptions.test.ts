import { auditActions } from '@kapao/contract/console/actions'
import { expect, test } from 'vitest'
import { testDatabase } from '#testing/worlds/test-world.ts'

const database = testDatabase()

/** What somebody else reads when one operator did it alone; a new act is named here, or there with its reason. */
const read = [
  'account.changeBank',
  'bonus.activate',
  'bonus.clear',
  'bonus.define',
  'bonus.switch',
  'deposits.claim',
  'deposits.credit',
  'deposits.giveBack',
  'deposits.nothing',
  'deposits.refuse',
  'deposits.release',
  'deposits.request',
  'deposits.seen',
  'deposits.sent',
  'deposits.shown',
  'deposits.suspend',
  'deposits.takeBack',
  'games.activate',
  'games.resetPassword',
  'giftlinks.resolve',
  'house.confirm',
  'house.sms',
  'invite.activate',
  'invite.receive',
  'items.decide',
  'notices.again',
  'operators.add',
  'operators.disable',
  'operators.enable',
  'operators.enrol',
  'operators.passkey',
  'operators.password',
  'operators.recoveryCodes',
  'operators.roles',
  'password.change',
  'password.reset',
  'payouts.resume',
  'payouts.stop',
  'profile.change',
  'passkeys.add',
  'passkeys.remove',
  'profile.changeBankName',
  'promotion.activate',
  'promotions.define',
  'promotions.switch',
  'qrcodes.resolve',
  'recovery.begin',
  'recovery.open',
  'recovery.settle',
  'refund.activate',
  'refund.receive',
  'registration.register',
  'session.endAll',
  'session.unlock',
  'pictures.add',
  'settings.drop',
  'settings.plan',
  'settings.reset',
  'settings.set',
  'spinwheel.claim',
  'spinwheel.define',
  'spinwheel.spin',
  'spinwheel.switch',
  'spinwheel.void',
  'transfers.begin',
  'transfers.resolve',
  'uploads.move',
  'withdrawals.begin',
  'withdrawals.bounce',
  'withdrawals.failed',
  'withdrawals.paid',
  'withdrawals.rebuild',
  'withdrawals.returned',
]
/** In every state but those of its exception. */
const readInSomeStates = ['withdrawals.reject']

type Exception = { action: string; states: string[] | null; reason: string }

test('PERSON-50 every act is read by somebody else, or is an exception with a reason of its own', async () => {
  const { ownerDb } = database
  const exceptions = await ownerDb.query<Exception>('select * from review_exceptions()')
  const named = exceptions.map(({ action }) => action)
  expect([...read, ...named].toSorted()).toEqual(auditActions.toSorted())
  expect(exceptions.filter(({ states }) => states).map(({ action }) => action)).toEqual(
    readInSomeStates,
  )
  expect(new Set(exceptions.map(({ reason }) => reason)).size).toBe(exceptions.length)
  for (const { action, reason } of exceptions) expect(reason, action).toMatch(/^[A-Z].{14,}\.$/)
})

test('PERSON-50 the database leaves out exactly those', async () => {
  const harmless = async (action: string, state: string) => {
    const [row] = await database.ownerDb.query<{ is: boolean }>(
      `select review_is_harmless($1, jsonb_build_object('state', $2::text)) as is`,
      [action, state],
    )
    return row!.is
  }
  for (const action of read) expect(await harmless(action, 'held'), action).toBe(false)
  expect(await harmless('withdrawals.reject', 'held')).toBe(true)
  expect(await harmless('withdrawals.returned', 'exception')).toBe(false)
  // A prefix covers nothing.
  for (const action of ['settings', 'chat.new', 'operators.signInAs'])
    expect(await harmless(action, 'held'), action).toBe(false)
})
