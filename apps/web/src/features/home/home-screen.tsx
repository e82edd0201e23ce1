import { startTransition, Suspense, useEffect, useMemo, useState, type ReactNode } from 'react'
import { momentAfter } from '#core/browser/countdown.ts'
import { useGrowing, useRest } from '#core/browser/pace.ts'
import { useMemberText } from '#core/i18n.tsx'
import { keepLastBalance } from '#core/session/last-balance.ts'
import { useTitle } from '#shared/page-settings.tsx'
import { totalOf, type Wallet } from '#shared/wallet/wallet.ts'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { BalanceCard } from './balance/balance-card.tsx'
import { useBelow } from './below.ts'
import styles from './home-screen.module.css'
import { useRefreshing, type BalanceRefresh } from './balance/refreshing.ts'
import { CardActions, ShortcutRow } from './shortcut-grid.tsx'
import type { HomeSheetName } from './shortcuts.ts'
import { Tiles } from './tiles.tsx'

export type HomeSheetProps = {
  wallet: Wallet
  /** The game that the sheet is opened for, if any. */
  game: string | null
  /** What was typed before the sheet was opened. */
  amount?: string
  /** Called with true if home has to load again because something has changed. */
  onClose: (isChanged?: boolean) => void
  /** Opens another sheet in its place. */
  open: (next: OpenSheet) => void
}

export type GamesPartProps = { wallet: Wallet; onOpen: (game: string) => void }

export type GameSheetProps = HomeSheetProps & { game: string }

type UnderWayProps = {
  wallet: Wallet | undefined
  part: 'money' | 'stack'
  isSheetOpen: boolean
  onSheet: (sheet: HomeSheetName) => void
  onGame: (game: string) => void
  /** Called once it is known what is under way, or that it cannot be known now. */
  onKnown: () => void
}

type HomeScreenProps = {
  sheets: Partial<Record<HomeSheetName, (props: HomeSheetProps) => ReactNode>>
  renderUnderWay: (props: UnderWayProps) => ReactNode
  renderGames: (props: GamesPartProps) => ReactNode
  renderGame: (props: GameSheetProps) => ReactNode
  renderAgreement: (props: AgreementProps) => ReactNode
}

type AgreementProps = { memberId: string; enteredAt: number; isFree: boolean }

/** These sheets are beside the games and below the balance on wide screens. */
const sheetsBeside: readonly string[] = ['deposit', 'transfer', 'withdraw']

export type OpenSheet = {
  sheet: HomeSheetName | 'game'
  game: string | null
  amount?: string
}

export function HomeScreen(props: HomeScreenProps) {
  const { sheets, renderUnderWay, renderGames, renderGame, renderAgreement } = props
  const home = useRefreshing()
  const [enteredAt] = useState(() => momentAfter(0))
  const { opened, open, sheet } = useOpened(home, { sheets, renderGame })
  const { wallet, freshness } = home
  const isFailed = !wallet && freshness === 'failed'
  const { below, onKnown } = useBelow(wallet !== undefined)
  const isBelowShown = isFailed || below !== 'held'
  const onGame = useMemo(() => (game: string) => open({ sheet: 'game', game }), [open])
  // Opening or closing a sheet must not render the games again: there are many.
  const games = useMemo(
    () => wallet && isBelowShown && renderGames({ wallet, onOpen: onGame }),
    [renderGames, wallet, isBelowShown, onGame],
  )
  // The card is drawn first.
  const isCardDrawn = useGrowing(1, 1) > 0
  const isResting = useRest()
  useTitle(useMemberText().shell.home)
  useKeeping(wallet)

  const sheetNames = Object.keys(sheets) as HomeSheetName[]
  const onSheet = (sheet: HomeSheetName): void => open({ sheet, game: null })
  const isSheetOpen = opened !== null
  const underWay = (part: UnderWayProps['part']): ReactNode =>
    isCardDrawn && renderUnderWay({ wallet, part, isSheetOpen, onSheet, onGame, onKnown })
  const isBeside = isSheetOpen && sheetsBeside.includes(opened.sheet)

  return (
    <div className={styles.screen} data-wide>
      <div className={styles.money} data-sheet={isBeside || undefined}>
        <Greeting home={home} />
        <div className={styles.beside}>
          <BalanceCard
            home={home}
            parts={underWay('money')}
            actions={<CardActions sheets={sheetNames} onSheet={onSheet} />}
          />
          {isBeside && (
            <div className={styles.place} data-column>
              {sheet}
            </div>
          )}
        </div>
        <div className={styles.stack} hidden={!isBelowShown} data-late={below === 'late'}>
          {underWay('stack')}
        </div>
        {isBelowShown && <Extras home={home} sheets={sheetNames} onSheet={onSheet} />}
      </div>
      {isBelowShown ? games : <Ghosts />}
      {!isBeside && sheet}
      {wallet &&
        isResting &&
        renderAgreement({ memberId: wallet.profile._id, enteredAt, isFree: opened === null })}
    </div>
  )
}

type ExtrasProps = {
  home: BalanceRefresh
  sheets: readonly HomeSheetName[]
  onSheet: (sheet: HomeSheetName) => void
}

/** What there is besides money, and the other ways on. */
function Extras({ home: { wallet, refresh }, sheets, onSheet }: ExtrasProps) {
  const isReceivable = sheets.includes('inviteReceive')
  return (
    <div className={styles.extras}>
      <Tiles wallet={wallet} onReceive={isReceivable ? () => onSheet('inviteReceive') : null} />
      <ShortcutRow sheets={sheets} onSheet={onSheet} onRefresh={refresh} />
    </div>
  )
}

/** In the place of everything below the card. */
function Ghosts() {
  return (
    <div className={styles.ghosts} aria-busy="true">
      <Skeleton shape="card" />
      <Skeleton shape="card" />
    </div>
  )
}

/** The open sheet; home loads again after one that has changed something. */
function useOpened(
  { wallet, refresh }: BalanceRefresh,
  { sheets, renderGame }: Pick<HomeScreenProps, 'sheets' | 'renderGame'>,
) {
  const [opened, setOpened] = useState<OpenSheet | null>(null)
  // The button responds to the tap first: rendering a sheet takes long.
  const [open] = useState(() => (next: OpenSheet | null): void => {
    startTransition(() => setOpened(next))
  })
  if (!wallet || !opened) return { opened, open, sheet: null }
  const { sheet: name, ...given } = opened
  const { game } = given
  const onClose = (isChanged = false): void => {
    open(null)
    if (isChanged) refresh()
  }
  const sheet = (
    <Suspense>
      {name === 'game'
        ? game !== null && renderGame({ game, wallet, onClose, open })
        : sheets[name]?.({ ...given, wallet, onClose, open })}
    </Suspense>
  )
  return { opened, open, sheet }
}

function Greeting({ home: { wallet, freshness } }: { home: BalanceRefresh }) {
  const { home: text, shell } = useMemberText()
  if (wallet) return <h1 className={styles.greeting}>{text.greeting(wallet.profile.name)}</h1>
  return (
    <h1 className={styles.greeting}>
      {freshness === 'failed' ? shell.home : <Skeleton shape="title" />}
    </h1>
  )
}

/** For the next visit, online or offline. */
function useKeeping(wallet: Wallet | undefined): void {
  useEffect(() => {
    if (wallet && wallet.knownAt === undefined)
      keepLastBalance({
        total: totalOf(wallet),
        currency: wallet.currency,
        coin: wallet.profile.coin,
        referral: wallet.invite.amount,
      })
  }, [wallet])
}
