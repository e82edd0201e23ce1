import type { Group } from './command.ts'
import { sealGroup, sealsGroup, verifyGroup } from './groups/ledger.ts'
import { doctorGroup } from './groups/setup/doctor.ts'
import { migrateGroup } from './groups/setup/migrate.ts'
import { uploadsGroup } from './groups/setup/uploads.ts'
import { recoverGroup } from './groups/recovery/recover.ts'
import { recoveryGroup } from './groups/recovery/recovery.ts'
import { operatorGroup } from './groups/operator.ts'
import { reconcileGroup } from './groups/reconcile.ts'

/** In the order in which the help and docs/commands.md show them. */
export const everyGroup: Group[] = [
  operatorGroup,
  verifyGroup,
  sealGroup,
  sealsGroup,
  migrateGroup,
  doctorGroup,
  uploadsGroup,
  reconcileGroup,
  recoverGroup,
  recoveryGroup,
]
