import { textOfMoney } from '@kapao/contract/money'
import { openDeciding } from '#desk/decisions/open.ts'
import { takeBack } from '#money/deposits/take-back.ts'
import type { Command } from '../../command.ts'
import { readId, readWhy } from '../../terminal/typed.ts'

const example = '0199f3a2-7c1e-7b40-9d55-3b2f6a1c0e88'

export const takeBackOne: Command = {
  name: 'deposits takeback',
  args: ['ID'],
  about: 'Takes a credit back: it was another member’s, or the bank took the transfer back.',
  options: {
    gone: { value: null, about: 'The bank took the transfer back, so we do not have the money.' },
    why: { value: 'TEXT', about: 'How you know; it is recorded.' },
  },
  examples: [
    `kapao deposits takeback ${example} --why "the payer is another member, bank receipt 4711"`,
    `kapao deposits takeback ${example} --gone --why "recalled by SCB, letter of 21 November"`,
  ],
  run: async (cli, typed) => {
    const id = readId(typed.args[0]!, 'deposits show')
    const note = readWhy(typed)
    const isGone = typed.flag('gone')
    const actor = await cli.actor()
    const asked = { id, note, isGone, actor, requestId: cli.requestId }
    const { deposit, again, coinsTaken, coinsLost } = await takeBack(
      openDeciding(cli).deposits,
      asked,
    )
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
