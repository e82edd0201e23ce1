import { callOnce } from '#core/calls/call-once.ts'
import { useFaultText } from '#core/calls/fault-text.ts'
import { useText } from '#core/i18n.tsx'
import { useBonusText } from './text/bonus-text.ts'
import { useMoneyCall } from '#shared/wallet/use-money-call.ts'
import type { Wallet } from '#shared/wallet/wallet.ts'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { Button } from '#ui/form/button.tsx'
import { searchIcon } from '@kapao/ui/icons/more-icons.ts'
import { SafeHtml } from '#ui/safe-html.tsx'
import { Sheet } from '#ui/sheet/sheet.tsx'
import { stale } from '#shared/bonus/queries.ts'
import { Figures } from '#shared/bonus/figures.tsx'
import { LoadFailed } from '#ui/feedback/load-failed.tsx'
import { OfferLock, useReceiveLabel } from './offer/offer-lock.tsx'
import { OfferTerms } from './offer/offer-terms.tsx'
import { Outcome } from './offer/outcome.tsx'
import { usePromotion, usePromotionOffer, type Promotion } from './promotion/queries.ts'

type PromotionSheetProps = { code: string; wallet: Wallet; onClose: () => void }

/** Looks up a code, shows what it gives and requires, and receives it. */
export function PromotionSheet({ code, wallet, onClose }: PromotionSheetProps) {
  const text = useBonusText().promotion
  const { progress, start } = useMoneyCall<null>({
    send: () => callOnce('GET /api/promotion/activate/{code}', { code }),
    push: 'reward',
    stale,
    doneText: text.done,
  })
  if (progress?.stage === 'done' || progress?.stage === 'failed')
    return (
      <Outcome
        fault={progress.stage === 'failed' ? progress.sentence : null}
        done={text.done}
        doneLead={text.doneLead}
        onClose={onClose}
      />
    )
  return (
    <Search
      code={code}
      wallet={wallet}
      stage={progress?.stage ?? null}
      onReceive={() => start(null)}
      onClose={onClose}
    />
  )
}

type SearchProps = PromotionSheetProps & { stage: 'sending' | 'open' | null; onReceive: () => void }

function Search({ code, wallet, stage, onReceive, onClose }: SearchProps) {
  const { promotion: text, offer } = useBonusText()
  const close = useText().action.close
  const { data: found, isError, error, refetch } = usePromotion(code)
  const offered = usePromotionOffer(code)
  const label = useReceiveLabel(offered.data, { currency: wallet.currency, plain: text.receive })
  return (
    <Sheet
      title={text.sheet}
      onClose={onClose}
      footer={
        found ? (
          <>
            {stage === 'open' && <p role="status">{offer.under}</p>}
            <Button
              busy={stage !== null}
              disabled={offered.data?.needsDeposit === true}
              onClick={onReceive}
            >
              {label}
            </Button>
          </>
        ) : (
          <Button kind="secondary" onClick={onClose}>
            {close}
          </Button>
        )
      }
    >
      {found ? (
        <Found code={code} promotion={found} wallet={wallet} offer={offered} />
      ) : found === null ? (
        <EmptyState path={searchIcon}>{text.none(code)}</EmptyState>
      ) : isError ? (
        <SearchFailed error={error} onAgain={() => void refetch()} />
      ) : (
        <div aria-busy="true">
          <p role="status">{text.searching}</p>
          <Skeleton shape="card" />
        </div>
      )}
    </Sheet>
  )
}

/** The server's own text says that there were too many guesses, or why else the lookup failed. */
function SearchFailed({ error, onAgain }: { error: unknown; onAgain: () => void }) {
  const text = useBonusText().promotion
  const faultText = useFaultText()
  return (
    <LoadFailed icon={searchIcon} onAgain={onAgain}>
      {faultText(error) ?? text.failed}
    </LoadFailed>
  )
}

type FoundProps = {
  code: string
  promotion: Promotion
  wallet: Wallet
  offer: ReturnType<typeof usePromotionOffer>
}

function Found({ code, promotion, wallet, offer }: FoundProps) {
  const text = useBonusText().promotion
  return (
    <>
      {offer.data && <OfferLock offer={offer.data} currency={wallet.currency} />}
      <Figures
        figures={[
          { name: text.label, figure: code },
          { name: text.percentFail, figure: `${promotion.percentFail}%` },
        ]}
      />
      <SafeHtml markup={promotion.description} />
      <OfferTerms {...offer} currency={wallet.currency} />
    </>
  )
}
