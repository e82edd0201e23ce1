import type { BannerWords } from '#shared/banners/banners-first.tsx'
import type { PercentWords } from '#shared/earned/percents.tsx'

/** Texts of what a member sends to friends and earns by them. */
export type InviteText = {
  title: string
  banners: BannerWords
  link: {
    label: string
    lead: string
    share: string
    message: string
    copy: string
  }
  bonus: { label: string; receive: string; none: string }
  receive: PercentWords & {
    title: string
    lead: (amount: string) => string
    confirm: string
    cancel: string
  }
  list: {
    title: string
    name: string
    amount: string
    when: string
    empty: string
    late: string
  }
}
