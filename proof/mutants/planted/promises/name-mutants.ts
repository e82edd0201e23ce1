import type { Mutant } from '../../mutant.ts'
import { table, testsOf } from '../../table.ts'

const matching = testsOf('bankfeed', 'match', 'other-digits')

export const nameMutants: readonly Mutant[] = [
  ...table(matching, [
    [
      'names: an initial is a whole word',
      'channels/bankfeed/reported-name',
      `seen === whole && !isInitial(whole)`,
      `seen === whole`,
    ],
    [
      'names: one word of two has to agree',
      'channels/bankfeed/reported-name',
      `!pairs.every(`,
      `!pairs.some(`,
    ],
    [
      'names: who registered an initial is everybody',
      'channels/bankfeed/reported-name',
      `seen.startsWith(registered) && !isInitial(registered)`,
      `seen.startsWith(registered)`,
    ],
    [
      'names: initials show a name',
      'channels/bankfeed/reported-name',
      `!isInitial(visible(word))`,
      `visible(word) !== ''`,
    ],
    [
      'match: six digits are an account',
      'channels/bankfeed/match',
      `isNamed || account.length >= digitsProveMin`,
      `isNamed || account.length >= tailAloneMin`,
    ],
    [
      'match: nine digits do not',
      'channels/bankfeed/match',
      `account.length >= digitsProveMin`,
      `account.length > digitsProveMin`,
    ],
    [
      'match: the first of two is proven',
      'channels/bankfeed/match',
      `others.length === 0 && (isNamed`,
      `(isNamed`,
    ],
    [
      'match: between two without a name, what was paid before decides',
      'channels/bankfeed/match',
      `  if (others.length > 0 && name === null) return null\n`,
      '',
    ],
    [
      'match: of two who were paid before the first',
      'channels/bankfeed/match',
      `known.length === 1 ?`,
      `known.length >= 1 ?`,
    ],
  ]),
]
