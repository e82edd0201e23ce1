import { sidesOf } from '@kapao/contract/console/sides'
import type { Fact } from '@kapao/contract/console/work'
import { wordsOfPath } from '#core/console/work/differences.ts'
import type { Change } from '#desk/queues/kinds/change/sides.ts'

/** Everything that a request changes, a row each: the same comparison as at the console. */
export function textOfSides({ before, after }: Change): string[][] {
  const known = (facts: Change['before']) => facts.filter((one) => one !== null)
  return sidesOf(known(before), known(after))
    .filter(({ isChanged }) => isChanged)
    .map(({ name, path, old, next }) => [
      path && path.length > 0 ? `${name} ${wordsOfPath(path)}` : name,
      textOf(old),
      textOf(next),
    ])
}

/** As it would be written, without the form. */
function textOf(fact: Fact | null): string {
  if (!fact) return '-'
  const { value } = fact
  switch (value.form) {
    case 'sum':
      return `${value.sum.amount} ${value.sum.currency}`
    case 'data':
      return value.json
    case 'time':
      return value.at
    case 'member':
      return value.memberId
    case 'operator':
      return value.name
    case 'code':
    case 'word':
      return value.code
    case 'count':
      return String(value.count)
    case 'movement':
    case 'item':
      return value.id
    case 'picture':
      return value.address
    case 'text':
    case 'name':
    case 'quote':
    case 'technical':
    case 'masked':
      return value.text
  }
}
