import { useState } from 'react'
import { BannersFirst } from '#shared/banners/banners-first.tsx'
import { useInviteText } from './text/invite-text.ts'
import { useWallet, type Wallet } from '#shared/wallet/wallet.ts'
import { Button } from '#ui/form/button.tsx'
import { Card } from '#ui/layout/card.tsx'
import { MoneyText } from '#ui/layout/money-text.tsx'
import { useVisitorText } from '#core/i18n.tsx'
import { Sheet } from '#ui/sheet/sheet.tsx'
import { inviteLink } from './invite-link.ts'
import { Invitees } from './invitees.tsx'
import { LinkCard } from './link-card.tsx'
import { ReceiveDialog } from './receive-dialog.tsx'
import styles from './invite-sheet.module.css'

type InviteSheetProps = { wallet: Wallet; onClose: (isChanged: boolean) => void }

/** A member's invite link, what friends have brought, and the button to receive it. */
export function InviteSheet({ wallet: given, onClose }: InviteSheetProps) {
  const text = useInviteText()
  const wallet = useWallet().data ?? given
  const [isAsking, setAsking] = useState(false)
  const [isChanged, setChanged] = useState(false)
  const close = (): void => onClose(isChanged)
  return (
    <BannersFirst
      from="GET /api/invite/banners"
      title={text.title}
      words={text.banners}
      onClose={close}
    >
      <Sheet title={text.title} onClose={close}>
        <LinkCard link={inviteLink(location.origin, wallet.profile._id)} />
        <Waiting wallet={wallet} onReceive={() => setAsking(true)} />
        <Invitees currency={wallet.currency} />
      </Sheet>
      {isAsking && (
        <ReceiveDialog
          wallet={wallet}
          onClose={(isDone) => {
            setAsking(false)
            if (isDone) setChanged(true)
          }}
        />
      )}
    </BannersFirst>
  )
}

function Waiting({ wallet, onReceive }: { wallet: Wallet; onReceive: () => void }) {
  const { bonus: text } = useInviteText()
  const units = useVisitorText().currency
  const { amount } = wallet.invite
  return (
    <Card title={text.label}>
      <div className={styles.waiting}>
        <MoneyText amount={amount} unit={units[wallet.currency]} size="total" />
        <Button kind="secondary" disabled={amount <= 0} onClick={onReceive}>
          {text.receive}
        </Button>
      </div>
      {amount <= 0 && <p className={styles.lead}>{text.none}</p>}
    </Card>
  )
}
