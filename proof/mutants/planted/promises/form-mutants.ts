import type { Mutant } from '../../mutant.ts'
import { table } from '../../table.ts'

const folder = 'apps/server/src/desk/decisions/settings'
const gate = ['look', 'leads-away'].map((name) => `${folder}/${name}.test.ts`)

export const formMutants: readonly Mutant[] = table(gate, [
  [
    'forms: a look is carried out',
    'desk/decisions/settings/look',
    `db: rehearsing(desk.db)`,
    `db: desk.db`,
  ],
  [
    'forms: who may tighten may loosen',
    'desk/decisions/settings/rights',
    ` && tightens(change)`,
    '',
  ],
  [
    'forms: a door is opened beside one that closes',
    'desk/decisions/settings/rights',
    `isDeepStrictEqual(one, same) && `,
    '',
  ],
  [
    'forms: a phone in the digits of there is no phone',
    'desk/decisions/settings/leads-away',
    `plainDigits(text.normalize('NFKC').toLowerCase())`,
    `text.normalize('NFKC').toLowerCase()`,
  ],
  [
    'forms: markup hides a phone',
    'desk/decisions/settings/leads-away',
    `whole.replaceAll(tags, '')`,
    `whole`,
  ],
  [
    'forms: another picture leads nowhere',
    'desk/decisions/settings/leads-away',
    `if (picture.test(text)) return [text]`,
    `if (picture.test(text)) return []`,
  ],
])
