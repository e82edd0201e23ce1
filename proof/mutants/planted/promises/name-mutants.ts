import { faultsIn } from '../../faults.ts'
import type { Mutant } from '../../mutant.ts'

export const nameMutants: readonly Mutant[] = [
  ...faultsIn('channels/bankfeed/reported-name', 'channels/bankfeed/{match,other-digits}', {
    'names: an initial is a whole word': ['seen === whole && !isInitial(whole)', 'seen === whole'],
    'names: one word of two has to agree': ['!pairs.every(', '!pairs.some('],
    'names: who registered an initial is everybody': [
      'seen.startsWith(registered) && !isInitial(registered)',
      'seen.startsWith(registered)',
    ],
    'names: initials show a name': ['!isInitial(visible(word))', "visible(word) !== ''"],
  }),
  ...faultsIn('channels/bankfeed/match', 'channels/bankfeed/{match,other-digits}', {
    'match: six digits are an account': [
      'isNamed || account.length >= digitsProveMin',
      'isNamed || account.length >= tailAloneMin',
    ],
    'match: nine digits do not': [
      'account.length >= digitsProveMin',
      'account.length > digitsProveMin',
    ],
    'match: the first of two is proven': ['others.length === 0 && (isNamed', '(isNamed'],
    'match: between two without a name, what was paid before decides': [
      '  if (others.length > 0 && name === null) return null\n',
      '',
    ],
    'match: of two who were paid before the first': ['known.length === 1 ?', 'known.length >= 1 ?'],
  }),
]
