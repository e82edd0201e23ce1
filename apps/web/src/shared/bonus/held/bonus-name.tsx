import { MarkupWords } from '#ui/carousel/markup-words.tsx'
import { useBonuses } from '../queries.ts'

/** The name on the bonus's card; a promotion, and a bonus that is not loaded yet, is named by its code. */
export function BonusName({ code }: { code: string }) {
  const markup = useBonuses().data?.find((bonus) => bonus.code === code)?.banners[0]?.html
  return markup ? <MarkupWords markup={markup} fallback={code} /> : code
}
