import { moneyFromText, type Currency } from '@kapao/contract/money'
import { declareRestore, listRestores, type Restore } from '#core/restore/restore-store.ts'
import { countDoubts } from '#desk/recovery/doubt-store.ts'
import { countItems, listAsked, type SourceInquiry } from '#desk/recovery/recovery-store.ts'
import { findMembers } from '#records/account/find.ts'
import type { Member } from '#records/account/store.ts'
import type { Command, CliContext, Group, CommandInput } from '../../command.ts'
import { refuseCommand, wrongUsage } from '../../terminal/fault.ts'
import { pairsOf, tableOf, textOfTime } from '../../terminal/print.ts'
import { runOrRequest } from '../second.ts'
import { withRecovery } from '../../../system/with-recovery.ts'
import { differenceSettled, houseOpened } from './guarded.ts'
import { instantOf } from './recover.ts'

const show: Command = {
  name: 'recovery show',
  args: [],
  about: 'Whether the house is in recovery, who was asked, and what is left for people.',
  options: {},
  examples: ['kapao recovery show'],
  run: async ({ db }) => {
    const restores = await listRestores(db)
    const [last] = restores
    if (!last) return { text: 'The house is open, and knows of no restore.', json: { restores } }
    const asked = await listAsked(db, last.epoch)
    const doubts = await countDoubts(db)
    const items = await countItems(db)
    const text = [
      pairsOf(pairsOfRestore(last)),
      tableOfAsked(asked),
      pairsOf([
        ['items', `${items} open: kapao work list suspicion`],
        [
          'in doubt',
          doubts.map(({ game, accounts }) => `${game} ${accounts}`).join(', ') || 'no account',
        ],
      ]),
    ].join('\n\n')
    return { text, json: { restores, asked, doubts, items } }
  },
}

function pairsOfRestore(one: Restore): [string, string][] {
  return [
    ['state', one.openedAt ? 'open' : 'IN RECOVERY: nothing is paid, played or credited'],
    ['found', `${textOfTime(one.foundAt)} by ${one.foundBy}`],
    ['complete up to', one.pointAt ? textOfTime(one.pointAt) : 'unknown'],
    ['written to until', one.aheadAt ? textOfTime(one.aheadAt) : 'unknown'],
    ['why', one.why ?? '-'],
    [
      'opened',
      one.openedAt ? `${textOfTime(one.openedAt)} by ${one.openedBy}: ${one.openedWhy}` : '-',
    ],
  ]
}

function tableOfAsked(asked: readonly SourceInquiry[]): string {
  if (asked.length === 0) return 'Nobody was asked yet: kapao recover.'
  const rows = asked.map(({ source, askedAt, known, rebuilt, waiting, why }) => [
    source,
    textOfTime(askedAt),
    String(known),
    String(rebuilt),
    String(waiting),
    why ?? '-',
  ])
  return tableOf(['who', 'asked', 'known', 'rebuilt', 'for people', 'not asked'], rows)
}

const begin: Command = {
  name: 'recovery begin',
  args: [],
  about: 'Closes the house after a restore that nothing noticed; one of risk or owner is enough.',
  options: {
    point: { value: 'TIME', about: 'Up to when the books are complete.' },
    why: { value: 'TEXT', about: 'What was restored; it is recorded.' },
  },
  examples: [
    'kapao recovery begin --point 2026-11-21T12:00:00+07:00 --why "somebody dropped a table"',
  ],
  right: 'house.rescue',
  run: async (cli, typed) => {
    const { db, clock, requestId } = cli
    const why = whyOf(typed)
    const pointAt =
      instantOf(typed.text('point')) ??
      wrongUsage('Say up to when the books are complete: --point TIME.')
    const act = { actor: await cli.actor(), requestId, why, pointAt, at: clock.now() }
    const epoch = await declareRestore(db, act)
    if (epoch === null) refuseCommand('The house is in recovery already.')
    return { text: 'The house is in recovery. Next: kapao recover.', json: { epoch } }
  },
}

const open: Command = {
  name: 'recovery open',
  args: [],
  about: 'Opens the house again; a second operator confirms it.',
  options: { why: { value: 'TEXT', about: 'Why it may be opened; it is recorded.' } },
  examples: ['kapao recovery open --why "all sources asked, nine items left"'],
  right: 'house.rescue',
  run: async (cli, typed) => {
    const why = whyOf(typed)
    const [last] = await listRestores(cli.db)
    if (!last || last.openedAt) refuseCommand('The house is open.')
    const words = await wordsOf(cli, last, why)
    return runOrRequest(cli, houseOpened, { subject: 'house', what: { why }, words, gives: null })
  },
}

/** What the second operator should know before saying yes. */
async function wordsOf({ db }: CliContext, { epoch }: Restore, why: string): Promise<string> {
  const asked = await listAsked(db, epoch)
  const without = asked.filter((one) => one.why !== null).map(({ source }) => source)
  const doubts = (await countDoubts(db)).reduce((sum, { accounts }) => sum + accounts, 0)
  const left = `${asked.length} asked (${without.length} of them not, or not about all), ${await countItems(db)} items open, ${doubts} accounts in doubt`
  return `the house open after a restore, ${left}: ${why}`
}

const settle: Command = {
  name: 'recovery settle',
  args: ['MEMBER', 'GAME'],
  about:
    'Says what a difference at a game was: so much was moved, and the rest is play. MEMBER is an id, a phone or an account.',
  options: {
    in: { value: 'AMOUNT', about: 'So much more went into the game than came out.' },
    out: { value: 'AMOUNT', about: 'So much more came out of the game than went in.' },
    play: { value: null, about: 'Nothing was moved: all of it is play.' },
    why: { value: 'TEXT', about: 'How you know; it is recorded.' },
  },
  examples: [
    'kapao recovery settle 0812345678 pg --in 300 --why "in their back office: 12:03, 300 in"',
    'kapao recovery settle 0812345678 joker2 --play --why "no transfer since 11:50 there"',
  ],
  right: 'house.rescue',
  run: async (cli, typed) => {
    const why = whyOf(typed)
    const { id: memberId, currency } = await loadOne(cli, typed.args[0]!)
    const game = typed.args[1]!
    const moved = movedOf(typed, currency)
    const { books, play, reported } = await withRecovery(cli, ({ compare }) =>
      compare({ memberId, game }, moved),
    )
    // What was moved stays the member's; only what counts as play is given.
    const gives = play > 0n ? [{ ...reported, amount: play }] : []
    const words = `the difference of ${memberId} at ${game} is ${moved} moved and ${play} play, in smallest units: ${why}`
    const compared = { books: String(books.amount), reported: String(reported.amount), currency }
    const what = { memberId, game, moved: String(moved), why, ...compared }
    const subject = `${memberId}:${game}`
    return runOrRequest(cli, differenceSettled, { subject, what, words, gives })
  },
}

function movedOf(typed: CommandInput, currency: Currency): bigint {
  const [into, out, play] = [typed.text('in'), typed.text('out'), typed.flag('play')]
  if ([into !== null, out !== null, play].filter(Boolean).length !== 1)
    wrongUsage('Say one of --in AMOUNT, --out AMOUNT and --play.')
  if (play) return 0n
  const money = moneyFromText((into ?? out)!, currency)
  if (!money || money.amount <= 0n) wrongUsage('This currency has no such amount.')
  return into === null ? -money.amount : money.amount
}

function whyOf(typed: CommandInput): string {
  return typed.text('why')?.trim() || wrongUsage('Say why with --why "..."; it is kept.')
}

async function loadOne({ db }: Pick<CliContext, 'db'>, typed: string): Promise<Member> {
  const found = await findMembers(db, typed)
  if (found.length === 0) refuseCommand(`There is no member ${typed}.`)
  if (found.length > 1) refuseCommand(`${typed} is more than one member; say the id.`)
  return found[0]!
}

export const recoveryGroup: Group = {
  name: 'recovery',
  about: 'A house that was restored to an earlier time.',
  commands: [show, begin, settle, open],
}
