import type { TextOf } from '#text/text-of.ts'

export const spinText = {
  title: 'Lucky wheel',
  lead: 'Deposits earn coins. The odds are below, and you can check every result yourself.',
  off: 'There is no wheel at the moment. You keep your coins.',
  failed: 'The wheel could not be loaded.',
  home: 'Back to the home screen',
  wheel: (name: string, sectors: number) =>
    `${name}: a wheel of ${sectors} ${sectors === 1 ? 'sector' : 'sectors'}`,
  /** The label for screen readers, and the lines that are shown above the unit. */
  spin: (coins: string) => `Spin, ${coins}`,
  hub: (figure: string): readonly [word: string, count: string] => ['Spin', figure],
  have: (coins: string, price: string) => `You have ${coins}. One spin costs ${price}.`,
  noCoins: 'You have no coins left. Deposits earn new ones.',
  turning: 'The wheel is turning',
  thrownAway:
    'This spin was refused without a reason. Your coin was not taken. If it happens again, please contact us.',
  fell: (label: string) => `The wheel stopped at: ${label}`,
  won: {
    stopped: 'The wheel has stopped',
    title: 'You have won',
    claim: 'Claim now',
    sentence: (label: string) => `It stopped at: ${label}`,
    nothing: (label: string) => `It stopped at: ${label}. No prize this time.`,
  },
  odds: {
    title: 'Odds of each sector',
    lead: 'This is how likely each sector is, at every spin.',
    sector: 'Sector',
    chance: 'Chance',
  },
  coupons: {
    title: 'Your prizes',
    empty: 'Nothing to claim yet.',
    failed: 'Your prizes could not be loaded.',
    prize: 'Prize',
    amount: 'Amount',
    until: (day: string) => `until ${day}`,
    claim: 'Claim',
    claimOf: (label: string) => `Claim: ${label}`,
  },
  claim: {
    title: 'Claim this prize?',
    play: (toPlay: string) => `You can withdraw it after ${toPlay} of play.`,
    free: 'It will be added to your balance.',
    bound: 'You hold a bonus. The prize can be claimed when the bonus has ended.',
    toBonus: 'See the bonus',
    confirm: 'Claim',
    cancel: 'Cancel',
    done: 'Claimed',
    notDone: 'The prize was not claimed',
    doneLead: (label: string) => `You have received: ${label}`,
  },
  proof: {
    open: 'Check the results yourself',
    title: 'Check the results',
    lead: 'Before you spin, we fix the result with a secret and show you its fingerprint. Your browser adds a secret of its own. Afterwards we reveal ours, and this page works out on your device where the wheel had to stop.',
    promise: 'Fingerprint of the next draws',
    none: 'Spin first; then you can check it here.',
    check: 'Check',
    checking: 'Checking',
    fair: (spin: number) => `Fair. It was spin ${spin} under this fingerprint.`,
    steps: {
      promise: 'The secret matches the fingerprint you saw before.',
      odds: 'The odds are the ones shown at that time.',
      draw: 'The draw leads to exactly this sector.',
    },
    unfair: 'The result does not match. Please contact us with a screenshot.',
    later: 'Our secret is still in use. We reveal it when the wheel is loaded again.',
    seed: 'Our secret',
    words: 'Your secret',
  },
}

/** Texts of the wheel, its prizes, and the verification. */
export type SpinText = TextOf<typeof spinText>
