import type { TextOf } from '#text/text-of.ts'
import { gamesText, homeText } from './home/home.ts'
import { memberRefusals } from './member-refusals.ts'
import { pendingText } from './pending.ts'

export const memberText = {
  shell: {
    logout: 'Log out',
    menu: 'Main menu',
    profile: 'Profile',
    conditions: 'Conditions',
    home: 'Home',
    statement: 'Statement',
    contact: 'Contact',
  },
  /** The same as those for visitors: home, where every visit starts, waits for one pack only. */
  currency: { BAHT: 'baht', LAK: 'kip', COIN: 'coin' },
  home: homeText,
  games: gamesText,
  pending: pendingText,
  /** TRANSFER_FAIL where it is known what was sent, and with it where the money is. */
  transferFailed: {
    fromWallet: 'The transfer did not go through. Your money is back in your wallet.',
    everything:
      'Not everything could be moved. What was not moved is in your wallet or still in its game; please check your balances.',
  },
  pager: {
    label: 'Pages',
    previous: 'Previous page',
    next: 'Next page',
    page: (page: number) => `Page ${page}`,
  },
  ago: {
    now: 'just now',
    seconds: (count: number) => ago(count, 'second'),
    minutes: (count: number) => ago(count, 'minute'),
    hours: (count: number) => ago(count, 'hour'),
    days: (count: number) => ago(count, 'day'),
    months: (count: number) => ago(count, 'month'),
    years: (count: number) => ago(count, 'year'),
  },
  refusals: memberRefusals,
}

/** Of the three languages only English has a plural. */
function ago(count: number, unit: string): string {
  return `${count} ${count === 1 ? unit : `${unit}s`} ago`
}

/** Texts that are needed behind the login only. */
export type MemberText = TextOf<typeof memberText>
