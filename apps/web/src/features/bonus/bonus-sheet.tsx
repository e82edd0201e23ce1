import { callOnce } from '#core/calls/call-once.ts'
import { fillPercentFail } from '#core/format.ts'
import { useBonusText } from './text/bonus-text.ts'
import { useMoneyCall } from '#shared/wallet/use-money-call.ts'
import type { Wallet } from '#shared/wallet/wallet.ts'
import { Carousel } from '#ui/carousel/carousel.tsx'
import { Button } from '#ui/form/button.tsx'
import { SafeHtml } from '#ui/safe-html.tsx'
import { Sheet } from '#ui/sheet/sheet.tsx'
import { stale, useNotice, useOffer, type Bonus } from '#shared/bonus/queries.ts'
import { useMoney } from '#shared/bonus/figures.tsx'
import { OfferLock, useReceiveLabel } from './offer/offer-lock.tsx'
import { OfferTerms } from './offer/offer-terms.tsx'
import { Outcome } from './offer/outcome.tsx'

type BonusSheetProps = {
  bonus: Bonus
  /** Whether the member has an active bonus, this one or another. */
  isHeld: boolean
  wallet: Wallet
  onClose: () => void
}

/**
 * Shows what a bonus is, what it would give this member and what it would require; receives it unless one is active.
 */
export function BonusSheet({ bonus, isHeld, wallet, onClose }: BonusSheetProps) {
  const text = useBonusText().offer
  const money = useMoney(wallet.currency)
  const { progress, start } = useMoneyCall<number>({
    send: () => callOnce('GET /api/bonus/activate/{code}', { code: bonus.code }),
    push: 'reward',
    stale,
    doneText: text.done,
  })
  if (progress?.stage === 'done' || progress?.stage === 'failed')
    return (
      <Outcome
        fault={progress.stage === 'failed' ? faultOf(progress, text.busy) : null}
        done={text.done}
        doneLead={text.doneLead(money(progress.job))}
        onClose={onClose}
      />
    )
  const shown = { bonus, wallet, onClose }
  if (isHeld && progress === null) return <HeldSheet {...shown} />
  return <OfferSheet {...shown} stage={progress?.stage ?? null} onReceive={start} />
}

/** Here the code means that another request was the cause: this one was refused and has to be sent again. */
function faultOf(
  { code, sentence }: { code: string | null; sentence: string },
  busy: string,
): string {
  return code === 'REQUEST_IN_PROGRESS' ? busy : sentence
}

type ShownProps = Omit<BonusSheetProps, 'isHeld'>

/** BON-29: only one bonus is active at a time, so this one can only be read. */
function HeldSheet({ bonus, onClose }: ShownProps) {
  const text = useBonusText().offer
  return (
    <Sheet
      title={text.title}
      onClose={onClose}
      footer={<Button onClick={onClose}>{text.confirm}</Button>}
    >
      <About bonus={bonus} />
      {!bonus.userBonus?.isActive && <p>{text.other}</p>}
    </Sheet>
  )
}

type OfferSheetProps = ShownProps & {
  stage: 'sending' | 'open' | null
  onReceive: (gives: number) => void
}

function OfferSheet({ bonus, wallet, stage, onReceive, onClose }: OfferSheetProps) {
  const text = useBonusText().offer
  const offer = useOffer(bonus.code)
  const { data } = offer
  const { currency } = wallet
  const label = useReceiveLabel(data, { currency, plain: text.receive })
  return (
    <Sheet
      title={text.title}
      onClose={onClose}
      footer={
        <>
          {stage === 'open' && <p role="status">{text.under}</p>}
          <Button
            busy={stage !== null}
            disabled={!data || data.needsDeposit}
            onClick={() => data && onReceive(data.bonus)}
          >
            {label}
          </Button>
        </>
      }
    >
      {data && <OfferLock offer={data} currency={currency} />}
      <About bonus={bonus} />
      <OfferTerms {...offer} currency={currency} />
    </Sheet>
  )
}

function About({ bonus }: Pick<ShownProps, 'bonus'>) {
  const { slides } = useBonusText().offer
  const notice = useNotice().data?.notice
  return (
    <>
      {bonus.banners.length > 0 && <Carousel slides={bonus.banners} words={slides} />}
      {notice && <SafeHtml markup={fillPercentFail(notice, bonus.percentFail)} />}
    </>
  )
}
