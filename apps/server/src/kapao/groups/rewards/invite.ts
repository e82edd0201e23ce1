import { textOfMoney } from '@kapao/contract/money'
import { inviteCounting } from '#desk/decisions/guarded/rewards.ts'
import { findMembers } from '#records/account/find.ts'
import type { Member } from '#records/account/store.ts'
import { findBalance, listCounted, waitingOf } from '#rewards/invite/store.ts'
import type { Command, CliContext, Group } from '../../command.ts'
import { runOrRequest, type GuardedCommand } from '../second.ts'
import { refuseCommand } from '../../terminal/fault.ts'
import { tableOf, textOfTime } from '../../terminal/print.ts'

const listedMax = 100

const show: Command = {
  name: 'invite show',
  args: ['MEMBER'],
  about:
    'What a member has earned by invited members, and how it was counted. MEMBER is an id, a phone or an account.',
  options: {},
  examples: ['kapao invite show 0812345678'],
  right: 'rewards.see',
  run: async ({ db }, typed) => {
    const { id, currency } = await loadOne({ db }, typed.args[0]!)
    const money = (amount: bigint) => textOfMoney({ amount, currency })
    const balance = await findBalance(db, id)
    const countings = await listCounted(db, id, listedMax)
    const waiting = money(waitingOf(balance))
    const received = money(balance.received)
    const rows = countings.map(({ currency: paid, ...one }) => {
      const text = (amount: bigint) => textOfMoney({ amount, currency: paid })
      return [
        textOfTime(one.until),
        one.invitee,
        text(one.lost),
        text(one.won),
        text(one.counted),
        one.void ?? `${one.rate / 100}%`,
      ]
    })
    const said = `${id} may receive ${waiting} ${currency} and has received ${received}.`
    const table =
      rows.length === 0 ? [] : [tableOf(['UNTIL', 'WHO', 'LOST', 'WON', 'COUNTED', 'RATE'], rows)]
    return {
      text: [said, ...table].join('\n'),
      json: { memberId: id, currency, waiting, received, countings },
    }
  },
}

const count: Command = {
  name: 'invite count',
  args: [],
  about:
    'Counts the losses of invited members up to now, without waiting for the period’s end as the worker does.',
  options: {},
  examples: ['kapao invite count'],
  right: 'rewards.change',
  run: (cli) => {
    const words = 'what invited members have lost up to now counted, as though the period were over'
    // Choosing the hour means choosing how large a friend's loss is at that time.
    return runOrRequest(cli, inviteCounted, { subject: 'invite', what: {}, words, gives: null })
  },
}

export const inviteCounted: GuardedCommand<object, number> = {
  guarded: inviteCounting,
  answer: (_desk, _what, members) => ({
    text: `The play of ${members} invited members was counted.`,
    json: { members },
  }),
}

export async function loadOne({ db }: Pick<CliContext, 'db'>, typed: string): Promise<Member> {
  const found = await findMembers(db, typed)
  if (found.length === 0) refuseCommand(`There is no member ${typed}.`)
  if (found.length > 1) refuseCommand(`${typed} is more than one member; say the id.`)
  return found[0]!
}

export const inviteGroup: Group = {
  name: 'invite',
  about: 'What members earn by those they invited.',
  commands: [show, count],
}
