import type { BannerWords } from '#shared/banners/banners-first.tsx'
import type { PercentWords } from '#shared/earned/percents.tsx'

/** Texts of what comes back of losses. */
export type RefundText = {
  title: string
  banners: BannerWords
  amount: string
  receive: string
  held: string
  nothing: string
  info: string
  failed: string
  confirm: PercentWords & {
    title: string
    lead: (amount: string) => string
    confirm: string
    cancel: string
  }
  list: { title: string; amount: string; when: string; empty: string; late: string }
}
