import type { Mutant } from '../mutant.ts'
import { arrivalMutants } from './arrival-mutants.ts'
import { identityMutants } from './identity-mutants.ts'
import { ledgerMutants } from './ledger-mutants.ts'
import { operationMutants } from './operation-mutants.ts'
import { rewardMutants } from './reward-mutants.ts'
import { transferMutants } from './transfer-mutants.ts'
import { withdrawalMutants } from './withdrawal-mutants.ts'

export const everyMutant: readonly Mutant[] = [
  ...ledgerMutants,
  ...operationMutants,
  ...transferMutants,
  ...withdrawalMutants,
  ...rewardMutants,
  ...arrivalMutants,
  ...identityMutants,
]
