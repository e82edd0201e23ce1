import { Suspense, useState } from 'react'
import { useI18n, type I18n } from '#core/i18n.tsx'
import { inviteTexts } from '../../features/invite/text/invite-text.ts'
import { refundTexts } from '../../features/refund/text/refund-text.ts'
import type { Wallet } from '#shared/wallet/wallet.ts'
import { lazyScreen } from '../lazy/lazy-screen.tsx'

type RewardSheetsProps = {
  sheet: 'invite' | 'inviteReceive' | 'refund'
  wallet: Wallet
  onClose: (isChanged: boolean) => void
}

/** The sheets of bonuses and rewards, each a file of its own; home does not wait for their chunk names. */
export function RewardSheets({ sheet, ...sheetProps }: RewardSheetsProps) {
  const i18n = useI18n()
  const [screens] = useState(() => createScreens(i18n))
  const { Screen } = screens[sheet]
  // Suspends below this state: above it, the screens would be created again for every file that arrives.
  return (
    <Suspense>
      <Screen {...sheetProps} />
    </Suspense>
  )
}

function createScreens(i18n: I18n) {
  const inviteText = () => inviteTexts.load(i18n.read().language)
  const refundText = () => refundTexts.load(i18n.read().language)
  return {
    invite: lazyScreen(
      async () => (await import('../../features/invite/invite-sheet.tsx')).InviteSheet,
      inviteText,
    ),
    inviteReceive: lazyScreen(
      async () => (await import('../../features/invite/receive-dialog.tsx')).ReceiveDialog,
      inviteText,
    ),
    refund: lazyScreen(
      async () => (await import('../../features/refund/refund-sheet.tsx')).RefundSheet,
      refundText,
    ),
  }
}
