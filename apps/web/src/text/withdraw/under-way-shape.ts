/** Texts of home's stack of what is under way, and of what a member's money is free for. */
export type UnderWayText = {
  withdrawable: string
  inGames: string
  locked: string
  title: string
  nothing: string
  more: (count: number) => string
  deposit: Record<'QR' | 'SLIP' | 'HELD' | 'BONUS' | 'OTHER', string>
  transfer: string
  bonus: string
  progress: string
  missing: (amount: string) => string
  met: string
  ending: string
}
