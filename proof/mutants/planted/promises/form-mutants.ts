import { faultsIn } from '../../faults.ts'
import type { Mutant } from '../../mutant.ts'

const folder = 'desk/decisions/settings'
const tests = `${folder}/{look,leads-away}`

export const formMutants: readonly Mutant[] = [
  ...faultsIn(`${folder}/look`, tests, {
    'forms: a look is carried out': [`db: rehearsing(desk.db)`, `db: desk.db`],
  }),
  ...faultsIn(`${folder}/rights`, tests, {
    'forms: who may tighten may loosen': [` && tightens(change)`, ''],
    'forms: a door is opened beside one that closes': [`isDeepStrictEqual(one, same) && `, ''],
  }),
  ...faultsIn(`${folder}/leads-away`, tests, {
    'forms: a phone in Thai digits is no phone': [
      `plainDigits(text.normalize('NFKC').toLowerCase())`,
      `text.normalize('NFKC').toLowerCase()`,
    ],
    'forms: markup hides a phone': [`whole.replaceAll(tags, '')`, `whole`],
    'forms: another picture leads nowhere': [
      `if (picture.test(text)) return [text]`,
      `if (picture.test(text)) return []`,
    ],
  }),
]
