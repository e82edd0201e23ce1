import { gameCategories } from '@kapao/contract/limits'
import { useState } from 'react'
import { useNow } from '#core/browser/countdown.ts'
import { useGrowing } from '#core/browser/pace.ts'
import { formatAmount } from '#core/format.ts'
import { useMemberText } from '#core/i18n.tsx'
import { readRecent } from '#shared/games/recent.ts'
import type { Group } from '#shared/wallet/groups.ts'
import { sumAmounts, type GameAccount, type Wallet } from '#shared/wallet/wallet.ts'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { Button } from '#ui/form/button.tsx'
import { gamesIcon, searchIcon } from '@kapao/ui/icons/more-icons.ts'
import { Tabs } from '#ui/tabs/tabs.tsx'
import { GameCard } from './game-card.tsx'
import styles from './games-panel.module.css'
import { SearchField } from './search-field.tsx'
import { findGames, gamesOf } from './find-games.ts'

type GamesPanelProps = { wallet: Wallet; onOpen: (code: string) => void }

/** All games by kind, with those that hold money first, and a search over all of them. */
export function GamesPanel({ wallet, onOpen }: GamesPanelProps) {
  const text = useMemberText().games
  const [words, setWords] = useState('')
  const isSearching = words.trim() !== ''
  return (
    <section
      className={styles.panel}
      data-searching={isSearching || undefined}
      aria-label={text.title}
    >
      <h2 className={styles.title}>{text.title}</h2>
      <SearchField words={words} onWords={setWords} />
      {isSearching ? (
        <Found wallet={wallet} words={words} onOpen={onOpen} onClear={() => setWords('')} />
      ) : (
        <Shelves wallet={wallet} onOpen={onOpen} />
      )}
    </section>
  )
}

type ShelvesProps = { wallet: Wallet; onOpen: (code: string) => void }

function Shelves({ wallet, onOpen }: ShelvesProps) {
  const text = useMemberText().games
  const [group, setGroup] = useState<Group>('slot')
  const shelf = (key: Group): GameAccount[] =>
    gamesOf(wallet.slots, key, readRecent(wallet.profile._id))
  const amountIn = (key: Group): string | undefined => {
    const sum = sumAmounts(shelf(key).map(({ amount }) => amount))
    return sum > 0 ? formatAmount(sum) : undefined
  }
  const games = shelf(group)
  return (
    <Tabs
      label={text.groups.label}
      tabs={gameCategories.map((key) => ({
        key,
        label: text.groups[key],
        count: amountIn(key),
      }))}
      shown={group}
      onShow={setGroup}
    >
      <Cards games={games} wallet={wallet} onOpen={onOpen} />
      {games.length === 0 && <EmptyState path={gamesIcon}>{text.empty}</EmptyState>}
    </Tabs>
  )
}

function Found({
  wallet,
  words,
  onOpen,
  onClear,
}: ShelvesProps & { words: string; onClear: () => void }) {
  const text = useMemberText().games
  const games = findGames(wallet.slots, words)
  return (
    <>
      <p className={styles.small} role="status">
        {games.length > 0 && text.found(games.length)}
      </p>
      <Cards games={games} wallet={wallet} onOpen={onOpen} />
      {games.length === 0 && (
        <EmptyState
          path={searchIcon}
          action={
            <Button kind="secondary" onClick={onClear}>
              {text.clear}
            </Button>
          }
        >
          {text.noneFound(words.trim())}
        </EmptyState>
      )}
    </>
  )
}

/** As many as a phone shows at once. */
const cardsAtOnce = 6

function Cards({ games, wallet, onOpen }: ShelvesProps & { games: readonly GameAccount[] }) {
  const now = useNow(30_000)
  const shown = useGrowing(games.length - cardsAtOnce, cardsAtOnce) + cardsAtOnce
  return (
    <ul className={styles.cards}>
      {games.slice(0, shown).map((game) => (
        <li key={game.code}>
          <GameCard
            game={game}
            currency={wallet.currency}
            now={now}
            onOpen={() => onOpen(game.code)}
          />
        </li>
      ))}
    </ul>
  )
}
