import { useState, type ReactNode } from 'react'
import { call } from '#core/api.ts'
import { useLanguage } from '#core/i18n.tsx'
import { useQuery } from '#core/queries/use-query.tsx'
import { Carousel, type CarouselWords } from '#ui/carousel/carousel.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { Button } from '#ui/form/button.tsx'
import { Sheet } from '#ui/sheet/sheet.tsx'

/** The texts around the banners that precede a sheet. */
export type BannerWords = CarouselWords & { loading: string; goOn: string }

type BannersFirstProps = {
  from: 'GET /api/invite/banners' | 'GET /api/refund/banners'
  title: string
  words: BannerWords
  /** Closed before anything is shown. */
  onClose: () => void
  /** The sheet after the banners. */
  children: ReactNode
}

/** The operator's banners first, if there are any; closing them, or a failure, leads on to the sheet. */
export function BannersFirst({ from, title, words, onClose, children }: BannersFirstProps) {
  const language = useLanguage()
  const [isSeen, setSeen] = useState(false)
  const { data: banners, isError } = useQuery({
    queryKey: ['banners', from, language],
    queryFn: () => call(from),
    isScreen: true,
  })
  const goOn = (): void => setSeen(true)

  if (isSeen || isError || banners?.length === 0) return children
  return (
    <Sheet
      title={title}
      onClose={banners ? goOn : onClose}
      footer={<Button onClick={goOn}>{words.goOn}</Button>}
    >
      {banners ? (
        <Carousel slides={banners} words={words} />
      ) : (
        <div aria-busy="true" aria-label={words.loading} role="status">
          <Skeleton shape="card" />
        </div>
      )}
    </Sheet>
  )
}
