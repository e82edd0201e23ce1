import { boundaryRules, sandboxEnvOnce } from './boundary-rules.ts'
import { sqlCallsByName } from './call-rules.ts'
import { noFileCircles } from './uses/circle-rules.ts'
import {
  lockNumbersOnce,
  ownTablesOnly,
  readsOnly,
  smallSqlFiles,
  sqlFunctionsOnce,
  sqlInStores,
  sqlWritesItsOwn,
  tablePrefixes,
} from './database-rules.ts'
import { dependenciesExplained, documentLines, knownRequirementIds } from './document-rules.ts'
import type { TidyRule } from './source-files.ts'
import {
  bannedNames,
  kebabCase,
  noBannedTexts,
  noCommentedOutCode,
  sizesInRem,
  twoWeights,
} from './writing-rules.ts'
import { documentsNameWhatIsThere } from './uses/named-rules.ts'
import { expandOnly } from './uses/release-rules.ts'
import { sharedIsShared } from './uses/shared-rules.ts'
import {
  refusalsAreGiven,
  samplesKeepPromises,
  serialJourneysShareATag,
  settingsAreRead,
} from './uses/use-rules.ts'
import { coreWithoutMutualRooms, importsGoDown } from './walls/floor-rule.ts'
import { packagesKeepApart } from './walls/package-rules.ts'
import { glossaryNamesCode } from './words/glossary-rules.ts'
import { oneWordForAThing, proofread } from './words/word-rules.ts'

/** Every rule that needs only the files; each has a planted violation in tools/plants. */
export const tidyRules: readonly TidyRule[] = [
  sqlInStores,
  tablePrefixes,
  ownTablesOnly,
  readsOnly,
  sqlFunctionsOnce,
  lockNumbersOnce,
  sqlWritesItsOwn,
  sqlCallsByName,
  smallSqlFiles,
  expandOnly,
  ...boundaryRules,
  noFileCircles,
  importsGoDown,
  coreWithoutMutualRooms,
  packagesKeepApart,
  sandboxEnvOnce,
  bannedNames,
  kebabCase,
  noCommentedOutCode,
  noBannedTexts,
  twoWeights,
  sizesInRem,
  dependenciesExplained,
  knownRequirementIds,
  documentsNameWhatIsThere,
  documentLines,
  oneWordForAThing,
  glossaryNamesCode,
  proofread,
  settingsAreRead,
  refusalsAreGiven,
  samplesKeepPromises,
  serialJourneysShareATag,
  sharedIsShared,
]
