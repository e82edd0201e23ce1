import { MarkupWords } from '#ui/carousel/markup-words.tsx'
import { useBonuses } from '../queries.ts'

/** What its card calls a bonus; a promotion, and what is not known yet, has its code alone. */
export function BonusName({ code }: { code: string }) {
  const markup = useBonuses().data?.find((bonus) => bonus.code === code)?.banners[0]?.html
  return markup ? <MarkupWords markup={markup} fallback={code} /> : code
}
