import type { Command, Desk, Group } from './kapao/command.ts'
import { openDesk } from './kapao/desk.ts'
import { explain } from './kapao/explain.ts'
import { exitCodes, type ExitCode } from './kapao/terminal/fault.ts'
import { helpOfAll, helpOfCommand, helpOfGroup } from './kapao/help.ts'
import { chatGroup } from './kapao/groups/chat/chat.ts'
import { auditGroup } from './kapao/groups/audit.ts'
import { balanceGroup } from './kapao/groups/balance.ts'
import { sealGroup, sealsGroup, verifyGroup } from './kapao/groups/ledger.ts'
import { memberGroup } from './kapao/groups/member.ts'
import { migrateGroup } from './kapao/groups/migrate.ts'
import { confirmGroup } from './kapao/groups/confirm/confirm.ts'
import { reviewGroup } from './kapao/groups/review/review.ts'
import { operatorGroup } from './kapao/groups/operator.ts'
import { parseLine } from './kapao/parse.ts'
import { harmless, jsonOf } from './kapao/terminal/print.ts'
import { itemsGroup } from './kapao/groups/items/items.ts'
import { settingsGroup } from './kapao/groups/settings.ts'
import { depositsGroup } from './kapao/groups/money/deposits.ts'
import { giftlinksGroup } from './kapao/groups/money/giftlinks.ts'
import { qrcodesGroup } from './kapao/groups/money/qrcodes.ts'
import { slipsGroup } from './kapao/groups/money/slips.ts'
import { reconcileGroup } from './kapao/groups/money/reconcile.ts'
import { withdrawalsGroup } from './kapao/groups/money/withdrawals.ts'
import { inviteGroup } from './kapao/groups/rewards/invite.ts'
import { refundGroup } from './kapao/groups/rewards/refund.ts'
import { wheelGroup } from './kapao/groups/rewards/wheel.ts'
import { bonusGroup } from './kapao/groups/rewards/bonus.ts'
import { promotionsGroup } from './kapao/groups/rewards/promotions.ts'
import { transfersGroup } from './kapao/groups/transfers.ts'

const groups = [
  settingsGroup,
  operatorGroup,
  confirmGroup,
  itemsGroup,
  reviewGroup,
  memberGroup,
  verifyGroup,
  sealGroup,
  sealsGroup,
  migrateGroup,
  balanceGroup,
  auditGroup,
  depositsGroup,
  qrcodesGroup,
  giftlinksGroup,
  slipsGroup,
  transfersGroup,
  wheelGroup,
  withdrawalsGroup,
  reconcileGroup,
  bonusGroup,
  promotionsGroup,
  inviteGroup,
  refundGroup,
  chatGroup,
]

// Not process.exit: what was printed into a pipe would be cut off.
process.exitCode = await runLine(process.argv.slice(2))

async function runLine(line: string[]): Promise<ExitCode> {
  let desk: Desk | null = null
  try {
    const parsed = parseLine(groups, line)
    if ('help' in parsed) {
      console.log(helpOf(parsed.help))
      return exitCodes.done
    }
    desk = openDesk(parsed.typed)
    const { text, json } = await parsed.command.run(desk, parsed.typed)
    console.log(parsed.typed.flag('json') ? jsonOf(json) : harmless(text))
    return exitCodes.done
  } catch (error) {
    const { exitCode, sentence } = explain(error)
    console.error(harmless(sentence))
    return exitCode
  } finally {
    await desk?.db.close()
  }
}

function helpOf(topic: Group | Command | null): string {
  if (!topic) return helpOfAll(groups)
  return 'commands' in topic ? helpOfGroup(topic) : helpOfCommand(topic)
}
