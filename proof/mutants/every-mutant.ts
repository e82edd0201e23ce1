import type { Mutant } from './mutant.ts'
import { arrivalMutants } from './planted/arrival-mutants.ts'
import { batchMutants } from './planted/batches/batch-mutants.ts'
import { overlookedMutants } from './planted/batches/overlooked-mutants.ts'
import { creditMutants } from './planted/rules/credit-mutants.ts'
import { depositMutants } from './planted/deposit-mutants.ts'
import { functionMutants } from './planted/rules/function-mutants.ts'
import { evidenceMutants } from './planted/rules/evidence-mutants.ts'
import { identityMutants } from './planted/identity-mutants.ts'
import { lateMutants } from './planted/rules/late-mutants.ts'
import { ledgerMutants } from './planted/ledger-mutants.ts'
import { meaningMutants } from './planted/rules/meaning-mutants.ts'
import { memberMutants } from './planted/doors/member-mutants.ts'
import { operationMutants } from './planted/operation-mutants.ts'
import { outsideMutants } from './planted/doors/outside-mutants.ts'
import { pageMutants } from './planted/doors/page-mutants.ts'
import { peopleMutants } from './planted/rules/people-mutants.ts'
import { playMutants } from './planted/rules/play-mutants.ts'
import { rebuildMutants } from './planted/recovery/rebuild-mutants.ts'
import { recoveryMutants } from './planted/recovery/recovery-mutants.ts'
import { rewardMutants } from './planted/reward-mutants.ts'
import { transferMutants } from './planted/transfer-mutants.ts'
import { waitingMutants } from './planted/recovery/waiting-mutants.ts'
import { withdrawalMutants } from './planted/withdrawal-mutants.ts'
import { unseenMutants } from './planted/promises/unseen-mutants.ts'
import { withdrawableMutants } from './planted/rules/withdrawable-mutants.ts'
import { wordMutants } from './planted/rules/word-mutants.ts'
import { costMutants } from './planted/promises/cost-mutants.ts'
import { deskMutants } from './planted/promises/desk-mutants.ts'
import { houseMutants } from './planted/promises/house-mutants.ts'
import { nameMutants } from './planted/promises/name-mutants.ts'
import { screenMutants } from './planted/promises/screen-mutants.ts'
import { formMutants } from './planted/promises/form-mutants.ts'
import { secondMutants } from './planted/promises/second-mutants.ts'
import { stopMutants } from './planted/promises/stop-mutants.ts'

export const everyMutant: readonly Mutant[] = [
  ...ledgerMutants,
  ...operationMutants,
  ...transferMutants,
  ...withdrawalMutants,
  ...rewardMutants,
  ...depositMutants,
  ...arrivalMutants,
  ...identityMutants,
  ...outsideMutants,
  ...memberMutants,
  ...pageMutants,
  ...playMutants,
  ...lateMutants,
  ...peopleMutants,
  ...creditMutants,
  ...functionMutants,
  ...evidenceMutants,
  ...wordMutants,
  ...withdrawableMutants,
  ...meaningMutants,
  ...recoveryMutants,
  ...rebuildMutants,
  ...waitingMutants,
  ...batchMutants,
  ...overlookedMutants,
  ...costMutants,
  ...deskMutants,
  ...nameMutants,
  ...screenMutants,
  ...formMutants,
  ...houseMutants,
  ...secondMutants,
  ...stopMutants,
  ...unseenMutants,
]
