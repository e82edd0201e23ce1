import type { AppPath } from '#shared/paths.ts'
import { paths } from '#shared/paths.ts'
import {
  depositIcon,
  friendsIcon,
  giftIcon,
  refreshIcon,
  refundIcon,
  wheelIcon,
  withdrawIcon,
} from '@kapao/ui/icons/more-icons.ts'
import type { HomeText } from '#text/en/home/home.ts'

/** Sheets that home opens; `app` passes those that exist. */
export type HomeSheetName =
  | 'deposit'
  | 'transfer'
  | 'withdraw'
  | 'invite'
  | 'inviteReceive'
  | 'refund'

type ShortcutName = Exclude<keyof HomeText['shortcuts'], 'label'>

export type Shortcut = {
  name: ShortcutName
  icon: string
  leads: { to: 'page'; path: AppPath } | { to: 'sheet'; sheet: HomeSheetName } | { to: 'refresh' }
  /** `spinIsActive` is not known before the server's first answer. */
  isOffered: (about: { spinIsActive: boolean | undefined }) => boolean
}

/** This many, from the start of the list, are in the card beside the balance. */
export const shortcutsInCard = 2

/** In the order of home; one without a sheet is left out. */
export const shortcuts: readonly Shortcut[] = [
  {
    name: 'deposit',
    icon: depositIcon,
    leads: { to: 'sheet', sheet: 'deposit' },
    isOffered: () => true,
  },
  {
    name: 'withdraw',
    icon: withdrawIcon,
    leads: { to: 'sheet', sheet: 'withdraw' },
    isOffered: () => true,
  },
  {
    name: 'spin',
    icon: wheelIcon,
    leads: { to: 'page', path: paths.spin },
    isOffered: ({ spinIsActive }) => spinIsActive === true,
  },
  // Only one of the two is shown, in the same place: nothing moves when the server's answer arrives.
  {
    name: 'refreshAll',
    icon: refreshIcon,
    leads: { to: 'refresh' },
    isOffered: ({ spinIsActive }) => spinIsActive === false,
  },
  {
    name: 'invite',
    icon: friendsIcon,
    leads: { to: 'sheet', sheet: 'invite' },
    isOffered: () => true,
  },
  {
    name: 'bonus',
    icon: giftIcon,
    leads: { to: 'page', path: paths.bonus },
    isOffered: () => true,
  },
  {
    name: 'refund',
    icon: refundIcon,
    leads: { to: 'sheet', sheet: 'refund' },
    isOffered: () => true,
  },
]
