import { giftLinkMin } from '@kapao/contract/limits'
import type { GiftLinkKey, WalletAccount } from '@kapao/contract/lookup'
import { useState } from 'react'
import { formatMoney } from '#core/format.ts'
import { useVisitorText } from '#core/i18n.tsx'
import { BankMark } from '#shared/banks/bank-mark.tsx'
import { useDepositText } from '../text/deposit-text.ts'
import { SelectField } from '#ui/form/select-field.tsx'
import { showToast } from '#ui/feedback/toast.ts'
import { Button } from '#ui/form/button.tsx'
import { TextField } from '#ui/form/text-field.tsx'
import { Form } from '#ui/layout/form.tsx'
import { findGiftLink, maskedPhone } from './gift-link.ts'
import styles from './gift-panel.module.css'
import { GiftFate } from './gift-fate.tsx'
import { canSeal } from './seal-link.ts'
import { NotReceived } from './not-received.tsx'
import { useGift } from './use-gift.ts'

export type GiftPanelProps = {
  accounts: readonly WalletAccount[]
  giftLinkKey: GiftLinkKey
  /** The member's own, from which a gift must come. */
  phone: string
}

export function GiftPanel({ accounts, giftLinkKey, phone }: GiftPanelProps) {
  const text = useDepositText().gift
  const units = useVisitorText().currency
  const gift = useGift(giftLinkKey)
  const [account, setAccount] = useState(accounts[0]!.walletAccountName)
  // Kept after a refusal: the member may have no other copy.
  const [typed, setTyped] = useState('')
  return (
    <>
      <div className={styles.wallet}>
        <BankMark code="wallet" />
        {accounts.length > 1 ? (
          <SelectField
            label={text.account}
            value={account}
            onChange={setAccount}
            options={accounts.map(({ walletAccountName: name }) => ({ value: name, label: name }))}
          />
        ) : (
          <div>
            <p className={styles.label}>{text.account}</p>
            <p className={styles.name}>{account}</p>
          </div>
        )}
      </div>
      {canSeal() ? (
        gift.now.stage === 'empty' ? (
          <>
            {gift.now.refused && <NotReceived refused={gift.now.refused} />}
            <LinkForm
              typed={typed}
              onTyped={(next) => {
                gift.reset()
                setTyped(next)
              }}
              send={(link) => void gift.send({ link, walletAccountName: account })}
            />
          </>
        ) : (
          <GiftFate
            now={gift.now}
            onAnother={() => {
              gift.reset()
              setTyped('')
            }}
          />
        )
      ) : (
        <p role="alert">{text.insecure}</p>
      )}
      <ul className={styles.rules}>
        <li>{text.phone(maskedPhone(phone))}</li>
        <li>{text.minimum(formatMoney(giftLinkMin, 'BAHT', units))}</li>
      </ul>
    </>
  )
}

type LinkFormProps = {
  typed: string
  onTyped: (typed: string) => void
  send: (link: string) => void
}

function LinkForm({ typed, onTyped, send }: LinkFormProps) {
  const text = useDepositText().gift
  const [isWrong, setWrong] = useState(false)
  const isEmpty = typed.trim() === ''
  const change = (next: string): void => {
    onTyped(next)
    setWrong(false)
  }

  async function paste(): Promise<void> {
    try {
      change(await navigator.clipboard.readText())
    } catch {
      showToast('danger', text.pasteFailed)
    }
  }

  function submit(): void {
    const link = findGiftLink(typed)
    if (link === null) setWrong(true)
    else send(link)
  }

  return (
    <Form onSubmit={submit} label={text.label}>
      <TextField
        label={text.label}
        hint={text.hint}
        value={typed}
        onChange={change}
        error={isWrong ? text.form : null}
        inputMode="url"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="send"
        maxLength={1_000}
      />
      <div className={styles.actions}>
        <Button kind={isEmpty ? 'primary' : 'secondary'} onClick={() => void paste()}>
          {text.paste}
        </Button>
        <Button submit kind={isEmpty ? 'secondary' : 'primary'} disabled={isEmpty}>
          {text.send}
        </Button>
      </div>
    </Form>
  )
}
