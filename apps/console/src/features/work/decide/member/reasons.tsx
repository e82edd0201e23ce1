import type { Candidate } from '@kapao/contract/console/work'
import { useText } from '#core/i18n.tsx'
import { Badge } from '#ui/show/badge.tsx'
import looks from '../../item/item.module.css'

/** What speaks for a member and against. */
export function Reasons({ reasons }: Pick<Candidate, 'reasons'>) {
  const text = useText()
  return (
    <span className={looks.reasons}>
      {reasons.map(({ code, isFor }) => (
        <Badge key={code} tone={isFor ? 'plus' : 'minus'}>
          {isFor ? '+' : '\u2212'} {text.work.fit[code][isFor ? 'yes' : 'no']}
        </Badge>
      ))}
    </span>
  )
}
