import type { CarouselWords } from '#ui/carousel/carousel.tsx'

/** Around the banners that stand before a sheet. */
export type BannerWords = CarouselWords & { loading: string; goOn: string }

/** What a reward that is earned is bound to, in the operator's two percentages. */
export type PercentWords = {
  free: string
  success: string
  successNote: string
  fail: string
  failNote: string
}
