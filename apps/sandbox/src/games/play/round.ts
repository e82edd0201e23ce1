import { z } from 'zod'
import type { Answer, Call } from '../../call.ts'
import { asText, readHundredths } from '../provider/money.ts'
import type { Account, Provider } from '../provider/provider.ts'
import { rules } from './rules.ts'

const betBody = z.object({ stake: z.string(), pick: z.string().default('') })

/** Takes the stake, decides the round and returns what the page shows; winnings are paid after they have been shown. */
export function bet(provider: Provider, call: Call): Answer {
  return atTable(provider, call, (account) => {
    const read = betBody.safeParse(call.body)
    const stake = readHundredths(read.data?.stake)
    const { picks, play } = rules[provider.plays]
    const pick = read.data?.pick ?? ''
    const isPicked = picks.length === 0 || picks.includes(pick)
    if (stake === null || stake <= 0 || !isPicked) return refusal(400, 'bad-bet')
    // Winnings of the last round that are not paid out yet already belong to the player.
    provider.settle(account)
    if (account.balance < stake) return { ...refusal(409, 'not-enough'), ...withBalance(account) }

    const { factor, shown } = play(pick, account.nextResult)
    account.nextResult = null
    const payout = Math.floor((stake * factor) / 100)
    provider.stake(account, { stake, payout })
    return {
      body: { balance: asText(account.balance), payout: asText(payout), won: payout > 0, shown },
    }
  })
}

/** Ends the round once it has been shown; with none open it only returns the balance. */
export function settle(provider: Provider, call: Call): Answer {
  return atTable(provider, call, (account) => {
    // A round that was opened by hand stays open until the player is kicked.
    if (account.round?.endsAt !== null) provider.settle(account)
    return { body: { balance: asText(account.balance) } }
  })
}

function atTable(provider: Provider, call: Call, answer: (account: Account) => Answer): Answer {
  if (provider.state.closed) return refusal(503, 'maintenance')
  const username = provider.tables.whoSits(call.params['table'] ?? '')
  const account = username === undefined ? undefined : provider.find(username)
  return account ? answer(account) : refusal(410, 'table-closed')
}

function refusal(status: number, problem: string): Answer {
  return { status, body: { problem } }
}

function withBalance({ balance }: Account): Answer {
  return { body: { problem: 'not-enough', balance: asText(balance) } }
}
