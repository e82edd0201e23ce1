import { mainWallet } from '@kapao/contract/limits'
import { useId, useState } from 'react'
import { formatMoney } from '#core/format.ts'
import { useMemberText, useText, useVisitorText } from '#core/i18n.tsx'
import { accountsOf, type Account } from './accounts/accounts.ts'
import type { Wallet } from '#shared/wallet/wallet.ts'
import { useWallet } from '#shared/wallet/wallet.ts'
import { useTransferText } from './text/transfer-text.ts'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { Button } from '#ui/form/button.tsx'
import { gamesIcon } from '@kapao/ui/icons/more-icons.ts'
import { FailedDialog, NoticeDialog } from '#ui/sheet/notice-dialog.tsx'
import { Sheet } from '#ui/sheet/sheet.tsx'
import type { Draft } from './check.ts'
import { TransferForm } from './transfer-form.tsx'
import { TransferStages } from './transfer-stages.tsx'
import { useTransfer, type Job, type Progress } from './use-transfer.ts'

type TransferSheetProps = {
  wallet: Wallet
  /** The preselected target, when the sheet is opened from a game. */
  game: string | null
  /** What was typed there. */
  amount?: string
  onClose: (isChanged: boolean) => void
}

/** Moves money between the wallet and games, and shows the progress until the outcome is known. */
export function TransferSheet({ wallet: given, game, amount = '', onClose }: TransferSheetProps) {
  const text = useTransferText()
  const { home } = useMemberText()
  const wallet = useWallet().data ?? given
  const places = accountsOf(wallet, home.wallet)
  const { progress, start, reset } = useTransfer((place) => nameOf(places, place))
  const [draft, setDraft] = useState<Draft>({ from: mainWallet, to: game ?? '', amount })
  // Even a failure may have changed balances: if the second half is refused, the money stays in the wallet.
  const [isChanged, setChanged] = useState(false)
  const formId = useId()
  const close = (): void => onClose(isChanged || progress !== null)

  if (progress?.stage === 'done')
    return <Done job={progress.job} places={places} currency={wallet.currency} onClose={close} />
  if (progress === null && places.length === 1)
    return (
      <Sheet title={text.title} onClose={close}>
        <NoGames onClose={close} />
      </Sheet>
    )
  const isForm = progress === null || progress.stage === 'failed'
  return (
    <Sheet
      title={text.title}
      onClose={close}
      footer={
        isForm && (
          <Button submit form={formId}>
            {text.submit}
          </Button>
        )
      }
    >
      {isForm ? (
        <TransferForm
          id={formId}
          accounts={places}
          currency={wallet.currency}
          draft={draft}
          onDraft={(part) => setDraft((before) => ({ ...before, ...part }))}
          onStart={(job) => {
            setChanged(true)
            start(job)
          }}
        />
      ) : (
        <Running progress={progress} places={places} onClose={close} />
      )}
      {progress?.stage === 'failed' && (
        <Failed progress={progress} places={places} currency={wallet.currency} onClose={reset} />
      )}
    </Sheet>
  )
}

/** The games are on home, behind this sheet. */
function NoGames({ onClose }: { onClose: () => void }) {
  const text = useTransferText()
  const { close } = useText().action
  return (
    <EmptyState path={gamesIcon} action={<Button onClick={onClose}>{close}</Button>}>
      {text.noGames}
    </EmptyState>
  )
}

type PartProps = { places: readonly Account[]; onClose: () => void }

function Done({
  job,
  places,
  currency,
  onClose,
}: PartProps & { job: Job; currency: Wallet['currency'] }) {
  const text = useTransferText()
  const units = useVisitorText().currency
  const close = useText().action.close
  const sentence =
    'everythingTo' in job
      ? text.doneAll(nameOf(places, job.everythingTo))
      : text.doneLead(
          formatMoney(job.amount, currency, units),
          nameOf(places, job.from),
          nameOf(places, job.to),
        )
  return (
    <NoticeDialog
      kind="success"
      title={text.done}
      sentence={sentence}
      close={close}
      onClose={onClose}
    />
  )
}

type FailedProps = PartProps & {
  progress: Extract<Progress, { stage: 'failed' }>
  currency: Wallet['currency']
}

/** Says why, once; and how much there is, if that was too little. Every other sentence says where the money is. */
function Failed({ progress, places, currency, onClose }: FailedProps) {
  const text = useTransferText().refused
  const units = useVisitorText().currency
  const { job, code, sentence } = progress
  const from = 'from' in job ? places.find((place) => place.code === job.from) : undefined
  const note =
    code === 'MONEY_NOT_ENOUGH' && from
      ? text.has(from.name, formatMoney(from.amount, currency, units))
      : null
  return <FailedDialog sentence={sentence} note={note} onClose={onClose} />
}

function Running({ progress, places, onClose }: PartProps & { progress: Progress }) {
  const { action } = useText()
  const { job } = progress
  const isAll = 'everythingTo' in job
  return (
    <>
      <TransferStages
        isOpen={progress.stage === 'open' && !progress.isLost}
        isLost={progress.stage === 'open' && progress.isLost}
        from={isAll ? null : nameOf(places, job.from)}
        to={nameOf(places, isAll ? job.everythingTo : job.to)}
        game={isAll ? null : nameOf(places, job.to === mainWallet ? job.from : job.to)}
      />
      <Button kind="secondary" onClick={onClose}>
        {action.close}
      </Button>
    </>
  )
}

function nameOf(places: readonly Account[], code: string): string {
  return places.find((place) => place.code === code)?.name ?? code
}
