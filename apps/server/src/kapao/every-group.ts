import type { Group } from './command.ts'
import { chatGroup } from './groups/chat/chat.ts'
import { sealGroup, sealsGroup, verifyGroup } from './groups/ledger.ts'
import { memberGroup } from './groups/member.ts'
import { doctorGroup } from './groups/setup/doctor.ts'
import { migrateGroup } from './groups/setup/migrate.ts'
import { uploadsGroup } from './groups/setup/uploads.ts'
import { confirmGroup } from './groups/confirm/confirm.ts'
import { reviewGroup } from './groups/review.ts'
import { recoverGroup } from './groups/recovery/recover.ts'
import { recoveryGroup } from './groups/recovery/recovery.ts'
import { operatorGroup } from './groups/operator.ts'
import { itemsGroup } from './groups/items.ts'
import { settingsGroup } from './groups/settings.ts'
import { depositsGroup } from './groups/money/deposits.ts'
import { qrcodesGroup } from './groups/money/qrcodes.ts'
import { reconcileGroup } from './groups/money/reconcile.ts'
import { withdrawalsGroup } from './groups/money/withdrawals.ts'
import { payoutsGroup } from './groups/payouts.ts'
import { inviteGroup } from './groups/rewards/invite.ts'
import { refundGroup } from './groups/rewards/refund.ts'
import { wheelGroup } from './groups/rewards/wheel.ts'
import { bonusGroup } from './groups/rewards/bonus.ts'
import { promotionsGroup } from './groups/rewards/promotions.ts'

/** In the order in which the help and docs/commands.md show them. */
export const everyGroup: Group[] = [
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
  doctorGroup,
  uploadsGroup,
  depositsGroup,
  qrcodesGroup,
  wheelGroup,
  withdrawalsGroup,
  payoutsGroup,
  reconcileGroup,
  recoverGroup,
  recoveryGroup,
  bonusGroup,
  promotionsGroup,
  inviteGroup,
  refundGroup,
  chatGroup,
]
