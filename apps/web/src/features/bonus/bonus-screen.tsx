import type { Language } from '@kapao/contract/limits'
import { useEffect, useState } from 'react'
import { call } from '#core/api.ts'
import { useQueries } from '#core/queries/use-query.tsx'
import { useBonusText } from './text/bonus-text.ts'
import { useTitle } from '#shared/page-settings.tsx'
import { useWallet, walletQuery, type Wallet } from '#shared/wallet/wallet.ts'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { giftIcon } from '@kapao/ui/icons/more-icons.ts'
import { PageHead } from '#ui/layout/page-head.tsx'
import { LastBill } from './bill/last-bill.tsx'
import { isEnding, useFreshBill } from './bill/use-fresh-bill.ts'
import styles from './bonus-screen.module.css'
import { BonusSheet } from './bonus-sheet.tsx'
import { BonusCards, LoadingCards } from './cards/bonus-cards.tsx'
import {
  billQuery,
  bonusesQuery,
  useBonuses,
  type Bill,
  type Bonus,
} from '#shared/bonus/queries.ts'
import { heldQuery, useHeldBonus, type HeldBonus } from '#shared/bonus/held/queries.ts'
import { LoadFailed } from '#ui/feedback/load-failed.tsx'
import { EndDialog } from './end-dialog.tsx'
import { HeldCard } from './held/held-card.tsx'
import { PromotionForm } from './promotion/promotion-form.tsx'
import { PromotionSheet } from './promotion-sheet.tsx'

export function BonusScreen() {
  const text = useBonusText()
  const held = useHeldBonus()
  const wallet = useWallet()
  const bill = useFreshBill()
  // Fetched together with the others, and not after them, because the cards need it.
  useBonuses()
  useTitle(text.title)
  // Between two other parts, a link to the bill that loads late would push the lower one down.
  const isBillKnown = bill.data !== undefined || bill.isError
  useFreshGames(held.data?.status === true)
  const hasFailed = (held.isError && !held.data) || (wallet.isError && !wallet.data)
  return (
    <div className={styles.screen} data-wide>
      <PageHead title={text.title}>{text.lead}</PageHead>
      {held.data && wallet.data && isBillKnown ? (
        <Ready held={held.data} wallet={wallet.data} bill={bill.data} />
      ) : hasFailed ? (
        <LoadFailed
          icon={giftIcon}
          onAgain={() => void Promise.all([held.refetch(), wallet.refetch()])}
        >
          {text.failed}
        </LoadFailed>
      ) : (
        <div className={styles.loading} aria-busy="true">
          <Skeleton shape="card" />
          <LoadingCards />
        </div>
      )}
    </div>
  )
}

BonusScreen.firstReads = (language: Language) => [
  heldQuery,
  walletQuery,
  billQuery,
  bonusesQuery(language),
]

/** How far a condition is, and whether the bonus may be ended, follows the games: they are asked once. */
function useFreshGames(isHeld: boolean): void {
  const queries = useQueries()
  useEffect(() => {
    if (!isHeld) return
    call('GET /api/wallet/refresh/slot')
      .then(() => queries.invalidateQueries({ queryKey: ['wallet'] }))
      // The last known figures stay; an end asks the games itself.
      .catch(() => undefined)
  }, [isHeld, queries])
}

type ReadyProps = { held: HeldBonus; wallet: Wallet; bill: Bill | null | undefined }

/** The dialogs are rendered here, because the parts that opened them are gone when they show the result. */
function Ready({ held, wallet, bill }: ReadyProps) {
  const [isAsking, setAsking] = useState(false)
  const [opened, setOpened] = useState<Bonus | null>(null)
  const [code, setCode] = useState<string | null>(null)
  const inLanguage = useInLanguage()
  return (
    <>
      <div className={styles.own}>
        {held.status ? (
          <HeldCard
            held={held}
            wallet={wallet}
            isEnding={isEnding(bill)}
            onEnd={() => setAsking(true)}
          />
        ) : (
          <PromotionForm onSearch={setCode} />
        )}
        {!held.status && <LastBill wallet={wallet} bill={bill} />}
      </div>
      <BonusCards onOpen={setOpened} />
      {isAsking && <EndDialog wallet={wallet} onClose={() => setAsking(false)} />}
      {opened && (
        <BonusSheet
          bonus={inLanguage(opened)}
          isHeld={held.status}
          wallet={wallet}
          onClose={() => setOpened(null)}
        />
      )}
      {code !== null && (
        <PromotionSheet code={code} wallet={wallet} onClose={() => setCode(null)} />
      )}
    </>
  )
}

/** As it was when it was opened, but named and described in the language that is shown now. */
function useInLanguage(): (opened: Bonus) => Bonus {
  const { data: bonuses } = useBonuses()
  return (opened) => {
    const { banners } = bonuses?.find(({ code }) => code === opened.code) ?? opened
    return { ...opened, banners }
  }
}
