import { openDecide } from '#desk/decisions/decide.ts'
import { payoutsResuming } from '#desk/decisions/guarded/money.ts'
import { decideResume, stopPayouts, type ResumeWhat } from '#records/payouts/stop.ts'
import { listStops, type Stop } from '#records/payouts/store.ts'
import { makeSendableDue } from '#money/withdrawals/pay-store.ts'
import type { Answer, Command, Group } from '../command.ts'
import { tableOf, textOfTime } from '../terminal/print.ts'
import { readNumber, readWhy } from '../terminal/typed.ts'
import { answerDecided, type GuardedCommand } from './confirm/second.ts'
import { loadOne } from './rewards/invite.ts'

const show: Command = {
  name: 'payouts show',
  args: [],
  about: 'Whether payouts are stopped, of whom, since when and why.',
  options: {},
  examples: ['kapao payouts show', 'kapao payouts show --json'],
  run: async ({ db }) => {
    const stops = await listStops(db)
    const rows = stops.map((one) => [
      String(one.id),
      one.memberId ?? 'EVERYBODY',
      textOfTime(one.stoppedAt),
      one.stoppedBy,
      [one.why, ...one.findings].join('\n'),
    ])
    const text =
      rows.length === 0
        ? 'Payouts are not stopped.'
        : tableOf(['stop', 'whose', 'since', 'by', 'why'], rows)
    return { text, json: { stops: stops.map(jsonOf) } }
  },
}

const stop: Command = {
  name: 'payouts stop',
  args: ['[MEMBER]'],
  about:
    'Stops payouts at once, of everybody or of one member; one operator is enough. MEMBER as in member.',
  options: { why: { value: 'TEXT', about: 'What you have found; it is recorded.' } },
  examples: [
    'kapao payouts stop --why "the books are not whole"',
    'kapao payouts stop 0812345678 --why "his wallet was raised by hand"',
  ],
  run: async (cli, typed) => {
    const why = readWhy(typed)
    const [of] = typed.args
    const memberId = of === undefined ? null : (await loadOne(cli, of)).id
    const by = { actor: await cli.actor(), requestId: cli.requestId }
    const isNew = await stopPayouts(cli, { memberId, findings: [], why, ...by })
    const whose = memberId ?? 'everybody'
    const text = isNew
      ? `Payouts of ${whose} are stopped. What a bank was asked to pay before ends as the bank says.`
      : `Payouts of ${whose} were stopped already.`
    return { text, json: { memberId, stopped: isNew } }
  },
}

const resume: Command = {
  name: 'payouts resume',
  args: ['STOP'],
  about: 'Lets payouts go on; a second operator confirms it.',
  options: { why: { value: 'TEXT', about: 'Why they may go on; it is recorded.' } },
  examples: ['kapao payouts resume 3 --why "the row was put back, verify is whole"'],
  run: async (cli, typed) => {
    const id = BigInt(readNumber(typed.args[0]!, 'payouts show'))
    const why = readWhy(typed)
    const by = { actor: await cli.actor(), requestId: cli.requestId }
    const deps = { ...cli, decide: openDecide(cli), makeDue: makeSendableDue }
    return answerDecided(await decideResume(deps, { id, why, ...by }), () => answerResumed(id))
  },
}

function answerResumed(id: bigint | string): Answer {
  return { text: 'Payouts go on.', json: { stop: String(id), state: 'ended' } }
}

export const payoutsResumed: GuardedCommand<ResumeWhat, void> = {
  guarded: payoutsResuming,
  answer: (_cli, { id }) => answerResumed(id),
}

function jsonOf(one: Stop): object {
  return { ...one, id: String(one.id) }
}

export const payoutsGroup: Group = {
  name: 'payouts',
  about: 'Whether anything is sent to bank accounts: stop it, and let it go on.',
  commands: [show, stop, resume],
}
