import type { CarouselWords } from '#ui/carousel/carousel.tsx'

type Types = {
  limit: string
  day: string
  week: string
  promotion: string
  invite: string
  refund: string
}

/** Texts of the bonuses: before, during and after. */
export type BonusText = {
  title: string
  lead: string
  failed: string
  types: Types
  wallet: string
  held: {
    title: string
    progress: string
    reached: (reached: string, target: string) => string
    balance: string
    turnover: string
    missing: (amount: string) => string
    met: string
    deduct: string
    end: (amount: string) => string
    deposit: string
    cancel: string
    ending: string
  }
  end: {
    title: string
    loading: string
    lost: string
    total: string
    kept: string
    nothing: string
    move: string
    why: { condition: string; cap: string; transfers: string; unknown: string }
    confirm: string
    /** Beside the button, where the server would refuse. */
    notNow: string
    confirmLoss: (amount: string) => string
    keep: string
    failed: string
    under: string
    error: string
  }
  bill: {
    open: string
    title: string
    failed: string
    given: string
    before: string
    target: string
    received: string
    ended: string
    by: string
    cancelled: string
    withdrawn: string
    emptied: string
    totalAtEnd: string
    taken: string
    takenTotal: string
    nothing: string
    clearing: string
  }
  cards: {
    title: string
    empty: string
    failed: string
    received: string
    active: string
    times: { limit: Times; day: Times; week: Times }
  }
  offer: {
    busy: string
    title: string
    slides: CarouselWords
    heading: string
    loading: string
    failed: string
    gives: string
    before: string
    target: { balance: string; turnover: string }
    end: string
    max: string
    noMax: string
    counts: string
    countsAll: string
    categories: { slot: string; casino: string; sport: string; lotto: string }
    rules: {
      heading: string
      withdraw: string
      deposit: string
      end: string
      move: string
      rest: string
    }
    needsDeposit: string
    other: string
    receive: string
    confirm: string
    under: string
    error: string
    done: string
    doneLead: (amount: string) => string
  }
  promotion: {
    title: string
    lead: string
    label: string
    search: string
    empty: string
    sheet: string
    searching: string
    none: (code: string) => string
    failed: string
    percentFail: string
    receive: string
    done: string
    doneLead: string
  }
}

type Times = (received: number, max: number) => string
