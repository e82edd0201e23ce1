import type { Language } from '@kapao/contract/limits'
import { useEffect, useRef, useState } from 'react'
import { useSpinText } from './text/spin-text.ts'
import { formatCoins, formatCount } from '#core/format.ts'
import { useLanguage, useText, useVisitorText } from '#core/i18n.tsx'
import { useQueries } from '#core/queries/use-query.tsx'
import { Link } from '#shared/link.tsx'
import { useTitle } from '#shared/page-settings.tsx'
import { paths } from '#shared/paths.ts'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { LoadFailed } from '#ui/feedback/load-failed.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { Button } from '#ui/form/button.tsx'
import { wheelIcon } from '@kapao/ui/icons/more-icons.ts'
import { PageHead } from '#ui/layout/page-head.tsx'
import { FailedDialog } from '#ui/sheet/notice-dialog.tsx'
import { Sheet } from '#ui/sheet/sheet.tsx'
import { ClaimDialog } from './coupons/claim-dialog.tsx'
import { CouponsCard } from './coupons/coupons-card.tsx'
import {
  couponsQuery,
  setupKey,
  setupQuery,
  useSetup,
  type Coupon,
  type Setup,
  type ActiveWheel,
} from './queries.ts'
import { OddsCard } from './odds-card.tsx'
import { CheckSheet } from './proof/check-sheet.tsx'
import styles from './spin-screen.module.css'
import { useSpin, type SpinState, type PrizeWin } from './use-spin.ts'
import { Wheel, type WheelHandle } from './wheel/wheel.tsx'

const spinPrice = 1
/** The number of characters that fit into the hub in the usual size. */
const longFigure = 6

export function SpinScreen() {
  const text = useSpinText()
  const { data: setup, isError, refetch } = useSetup()
  useTitle(text.title)
  return (
    <div className={styles.screen}>
      <PageHead title={text.title}>{text.lead}</PageHead>
      {setup ? (
        <Ready setup={setup} />
      ) : isError ? (
        <LoadFailed icon={wheelIcon} onAgain={() => void refetch()}>
          {text.failed}
        </LoadFailed>
      ) : (
        <div className={styles.loading} aria-busy="true">
          <span className={styles.disc} />
          <Skeleton shape="card" />
        </div>
      )}
    </div>
  )
}

SpinScreen.firstReads = (language: Language) => [setupQuery(language), couponsQuery(language)]

function Ready({ setup }: { setup: Setup }) {
  const text = useSpinText()
  const wheel = setup.activeSpinwheel
  const [isChecking, setChecking] = useState(false)
  return (
    <>
      {wheel ? <Play setup={setup} wheel={wheel} /> : <Off />}
      <CouponsCard />
      {wheel && <OddsCard slices={wheel.slice} />}
      <Button kind="quiet" onClick={() => setChecking(true)}>
        {text.proof.open}
      </Button>
      {isChecking && (
        <CheckSheet commitment={setup.commitment} onClose={() => setChecking(false)} />
      )}
    </>
  )
}

/** OP-B08: the address remains without the wheel; coupons won before can still be claimed. */
function Off() {
  const text = useSpinText()
  return (
    <EmptyState
      path={wheelIcon}
      action={
        <Link to={paths.home} className={styles.back}>
          {text.home}
        </Link>
      }
    >
      {text.off}
    </EmptyState>
  )
}

function Play({ setup, wheel }: { setup: Setup; wheel: ActiveWheel }) {
  const text = useSpinText()
  const queries = useQueries()
  const handle = useRef<WheelHandle>(null)
  const { state, spin, settle } = useSpin(setup, handle)
  const units = useVisitorText().currency
  const counted = (count: number): string => formatCoins(count, units)
  const isWon = 'won' in state
  const coins = isWon ? state.coins : setup.userCoin
  const isStill = state.stage === 'still' || state.stage === 'failed'
  const sectors = wheel.slice

  const close = (): void => {
    settle()
    void queries.invalidateQueries({ queryKey: setupKey })
    void queries.invalidateQueries({ queryKey: ['wallet'] })
  }
  return (
    <section className={styles.play}>
      {wheel.name && <p className={styles.hint}>{wheel.name}</p>}
      <Wheel
        label={text.wheel(wheel.name, sectors.length)}
        sectors={sectors}
        winner={state.stage === 'stopped' ? state.won.place : null}
        handle={handle}
      >
        <Hub
          coins={coins}
          isReady={coins > 0 && isStill}
          isAsking={state.stage === 'asking'}
          onSpin={() => void spin()}
        />
      </Wheel>
      <p className={styles.spoken} role="status">
        {sentenceOf(state, text)}
      </p>
      <p className={styles.hint}>
        {coins > 0 ? text.have(counted(coins), counted(spinPrice)) : text.noCoins}
      </p>
      {state.stage === 'won' && <WonDialog won={state.won} onClose={close} />}
      {state.stage === 'failed' && <FailedDialog sentence={state.sentence} onClose={close} />}
    </section>
  )
}

type HubProps = { coins: number; isReady: boolean; isAsking: boolean; onSpin: () => void }

/** The button to spin, and the coins to spin for. */
function Hub({ coins, isReady, isAsking, onSpin }: HubProps) {
  const text = useSpinText()
  const units = useVisitorText().currency
  const figure = formatCount(coins)
  const [word, count] = text.hub(figure)
  return (
    <button
      type="button"
      className={styles.hub}
      aria-label={text.spin(formatCoins(coins, units))}
      aria-disabled={!isReady}
      aria-busy={isAsking}
      onClick={onSpin}
    >
      <span className={styles.word}>{word}</span>{' '}
      <span className={styles.count} data-long={figure.length > longFigure}>
        {count}
      </span>{' '}
      <span className={styles.unit}>{units.COIN}</span>
    </button>
  )
}

type Words = ReturnType<typeof useSpinText>

function sentenceOf(state: SpinState, text: Words): string {
  if (state.stage === 'asking' || state.stage === 'turning') return text.turning
  return state.stage === 'stopped' ? text.fell(state.won.label) : ''
}

/** A prize is claimed here and now; a sector without one, or a prize that is not known yet, is only named. */
function WonDialog({ won, onClose }: { won: PrizeWin; onClose: () => void }) {
  const text = useSpinText().won
  const close = useText().action.close
  const prize = useFreshPrize(won)
  if (prize !== null && prize !== 'nothing')
    return <ClaimDialog coupon={prize} isWin onClose={onClose} />
  return (
    <Sheet
      title={text.stopped}
      onClose={onClose}
      footer={<Button onClick={onClose}>{close}</Button>}
    >
      <EmptyState path={wheelIcon}>{text[prize ?? 'sentence'](won.label)}</EmptyState>
    </Sheet>
  )
}

/**
 * The list of prizes is refetched once the wheel has shown its result, never before; null while unknown. A prize won
 * elsewhere in the meantime is new in the list too, so the sector has to match. It stays when the list goes on.
 */
function useFreshPrize({ known, label }: PrizeWin): Coupon | 'nothing' | null {
  const queries = useQueries()
  const language = useLanguage()
  const [prize, setPrize] = useState<Coupon | 'nothing' | null>(null)
  useEffect(() => {
    let isWanted = true
    void queries.refetch(couponsQuery(language).queryKey).then((state) => {
      const now = state.data as readonly Coupon[] | undefined
      if (!isWanted || !known || !now || state.isError) return
      const won = now.find(({ _id, prize }) => !known.has(_id) && prize.slice.label === label)
      setPrize(won ?? 'nothing')
    })
    return () => {
      isWanted = false
    }
  }, [queries, known, label, language])
  return prize
}
