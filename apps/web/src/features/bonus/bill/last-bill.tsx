import { useState } from 'react'
import { useBonusText } from '../text/bonus-text.ts'
import type { Wallet } from '#shared/wallet/wallet.ts'
import { scrollIcon } from '@kapao/ui/icons/more-icons.ts'
import { ListRow } from '#ui/layout/list-row.tsx'
import type { Bill } from '#shared/bonus/queries.ts'
import { BillSheet } from './bill-sheet.tsx'

/** Opens the bill of the bonus that ended last; hidden before any has ended, or if it cannot be loaded. */
export function LastBill({ wallet, bill }: { wallet: Wallet; bill: Bill | null | undefined }) {
  const text = useBonusText().bill
  const [isOpen, setOpen] = useState(false)
  if (bill?.state !== 'ended') return null
  return (
    <>
      <ListRow path={scrollIcon} title={text.open} onClick={() => setOpen(true)} />
      {isOpen && <BillSheet title={text.open} wallet={wallet} onClose={() => setOpen(false)} />}
    </>
  )
}
