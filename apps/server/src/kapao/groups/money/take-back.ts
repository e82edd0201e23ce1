import { textOfMoney } from '@kapao/contract/money'
import { openDepositDesk } from '../../../compose/deposits.ts'
import { bonusHeld } from '../../../modules/bonus/store.ts'
import { takeBack } from '../../../modules/deposits/take-back.ts'
import { readSettings } from '../../../modules/settings/read.ts'
import type { Command, Desk } from '../../command.ts'
import { wrongUsage } from '../../terminal/fault.ts'

const idForm = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const example = '0199f3a2-7c1e-7b40-9d55-3b2f6a1c0e88'

/** What the commands of deposits decide with. */
export function openDesk({ db, clock, ids }: Desk) {
  // A fault while others are told is of no use to the person at the keyboard: what was done is done.
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
  return openDepositDesk({ db, clock, ids, log, bonusHeld, readSettings: () => readSettings(db) })
}

export const takeBackOne: Command = {
  name: 'deposits takeback',
  args: ['ID'],
  about: 'Takes a credit out of a wallet again: it was somebody else’s, or the bank took it back.',
  options: {
    gone: { value: null, about: 'The bank took the transfer back: the money is not here.' },
    why: { value: 'TEXT', about: 'How you know; it is kept.' },
  },
  examples: [
    `kapao deposits takeback ${example} --why "the payer is another member, bank receipt 4711"`,
    `kapao deposits takeback ${example} --gone --why "recalled by SCB, letter of 21 November"`,
  ],
  run: async (desk, typed) => {
    const id = typed.args[0]!
    if (!idForm.test(id)) wrongUsage('It is named by its id; see deposits show.')
    const note = typed.text('why') ?? wrongUsage('Say how you know with --why "..."; it is kept.')
    const isGone = typed.flag('gone')
    const actor = await desk.actor()
    const asked = { id, note, isGone, actor, requestId: desk.requestId }
    const { deposit, again, coinsTaken, coinsLost } = await takeBack(openDesk(desk), asked)
    const lines = [
      `${textOfMoney(deposit)} ${deposit.currency} are out of the wallet of ${deposit.memberId}.`,
      ...(again === null ? [] : [`They wait as ${again}: give them to whose they are.`]),
      ...(coinsLost === 0n
        ? []
        : [
            `Of the coins that it had earned ${coinsTaken} are back; missing, since spent: ${coinsLost}.`,
          ]),
    ]
    return {
      text: lines.join('\n'),
      json: {
        id,
        state: 'taken',
        again,
        coinsTaken: String(coinsTaken),
        coinsLost: String(coinsLost),
      },
    }
  },
}
