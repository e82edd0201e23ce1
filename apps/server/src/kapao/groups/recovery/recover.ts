import { minuteMs } from '@kapao/contract/times'
import { listRestores, readCount } from '#core/restore/restore-store.ts'
import { recordAudit } from '#core/audit/audit-store.ts'
import { tryAskingTurn } from '#desk/recovery/recovery-store.ts'
import type { Report } from '#desk/recovery/run-sources.ts'
import type { Command, CliContext, Group } from '../../command.ts'
import { refuseCommand, wrongUsage } from '../../terminal/fault.ts'
import { tableOf } from '../../terminal/print.ts'
import { withRecovery } from '../../../system/with-recovery.ts'

/** Clocks outside differ from ours, and what the books know is found again and left as it is. */
const marginMs = 10 * minuteMs

const recover: Command = {
  name: 'recover',
  args: [],
  about:
    'Asks everybody outside what they know since a restore, and rebuilds what the books have lost.',
  options: {
    since: {
      value: 'TIME',
      about: 'The point of the restore, or earlier; ten minutes before the last count if left out.',
    },
  },
  examples: ['kapao recover', 'kapao recover --since 2026-11-21T12:00:00+07:00'],
  right: 'house.rescue',
  run: async (cli, typed) => {
    const actor = await cli.actor()
    const [restore] = await listRestores(cli.db)
    if (!restore)
      refuseCommand(
        'These books know of no restore; if there was one, say so with kapao recovery begin.',
      )
    const point = restore.pointAt && new Date(restore.pointAt.getTime() - marginMs)
    const since =
      instantOf(typed.text('since')) ?? point ?? wrongUsage('Say since when: --since TIME.')
    const { isClosed } = await readCount(cli.db)
    const span = { since, until: cli.clock.now() }
    const { epoch } = restore
    const report = await inTurn(cli, () =>
      withRecovery(cli, ({ ask }) => ask({ epoch, span, isClosed })),
    )
    await recordAudit(cli.db, {
      at: cli.clock.now(),
      actor,
      requestId: cli.requestId,
      action: 'recovery.ask',
      subject: 'house',
      after: { epoch, since: since.toISOString(), ...report },
    })
    return { text: textOf(report), json: { epoch, since, ...report } }
  },
}

async function inTurn<T>({ db }: CliContext, work: () => Promise<T>): Promise<T> {
  const ended = await db.holdOutside(async (tx) => {
    if (!(await tryAskingTurn(tx))) refuseCommand('Somebody else runs kapao recover just now.')
    // A failure of the work is thrown outside, so that this transaction is not retried.
    return work().then(
      (value) => ({ value }),
      (error: unknown) => ({ error }),
    )
  })
  if ('error' in ended) throw ended.error
  return ended.value
}

export function instantOf(text: string | null): Date | null {
  if (text === null) return null
  const at = new Date(text)
  if (Number.isNaN(at.getTime()) || !/(?:Z|[+-]\d\d:\d\d)$/.test(text))
    wrongUsage('A time is written with its zone: 2026-11-21T12:00:00+07:00.')
  return at
}

function textOf({ sources, doubts }: Report): string {
  const rows = sources.map(({ source, known, rebuilt, waiting, why }) => [
    source,
    String(known),
    String(rebuilt),
    String(waiting),
    why ?? '-',
  ])
  const table = tableOf(['who', 'known', 'rebuilt', 'for people', 'not asked'], rows)
  const rest = `Accounts at games: ${doubts.differs} differ and are held, ${doubts.silent} were not answered for.`
  return `${table}\n\n${rest}\nNext: kapao work list suspicion, kapao recovery show, kapao recovery open.`
}

export const recoverGroup: Group = {
  name: 'recover',
  about: 'The way back from a restore.',
  commands: [recover],
}
