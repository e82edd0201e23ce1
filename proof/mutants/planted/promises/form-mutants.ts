import { faultsIn } from '../../faults.ts'
import type { Mutant } from '../../mutant.ts'

const folder = 'desk/decisions/settings'
const tests = `${folder}/{look,leads-away}`

const stored = 'records/pictures/pictures'

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
      `plainDigits(withoutPictures(text).normalize('NFKC').toLowerCase())`,
      `withoutPictures(text).normalize('NFKC').toLowerCase()`,
    ],
    'forms: markup hides a phone': [`whole.replaceAll(tags, '')`, `whole`],
    'forms: another picture leads nowhere': [`...picturesIn(text),`, ``],
  }),
  ...faultsIn(`${folder}/picture-codes`, `${folder}/picture-codes`, {
    'pictures: a setting names one that is added later': [
      `if (unknown.length === 0) return`,
      `if (unknown.length >= 0) return`,
    ],
    'pictures: nobody reads what a code says': [
      `[file, ...(codes.get(file) ?? []).map((words) => `,
      `[file, ...(codes.get(file) ?? []).slice(1).map((words) => `,
    ],
  }),
  ...faultsIn('core/uploads/pictures/house-picture', stored, {
    'pictures: a code in white on nothing is not seen': [
      `isOpaque ? ['#ffffff'] : ['#ffffff', '#000000']`,
      `isOpaque ? ['#ffffff'] : ['#ffffff']`,
    ],
    'pictures: a page in a picture is no matter': [
      `if (holdsMore(await readFile(source)))`,
      `if (holdsMore(Buffer.alloc(0)))`,
    ],
  }),
]
