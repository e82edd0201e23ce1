import { gameCategories } from '@kapao/contract/limits'
import { useState } from 'react'
import { useNow } from '#core/browser/countdown.ts'
import { useGrowing } from '#core/browser/pace.ts'
import { useMemberText } from '#core/i18n.tsx'
import { GamePicture } from '#shared/games/game-picture.tsx'
import { readRecent } from '#shared/games/recent.ts'
import type { Group } from '#shared/wallet/groups.ts'
import type { GameAccount, Wallet } from '#shared/wallet/wallet.ts'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { Button } from '#ui/form/button.tsx'
import { gamesIcon, searchIcon } from '@kapao/ui/icons/more-icons.ts'
import { Tabs } from '#ui/tabs/tabs.tsx'
import { GameCard } from './game-card.tsx'
import styles from './games-panel.module.css'
import { SearchField } from './search-field.tsx'
import { findGames, gamesOf } from './find-games.ts'

type GamesPanelProps = {
  wallet: Wallet | undefined
  isFailed: boolean
  onOpen: (code: string) => void
}

/** All games by kind, with those played recently first, and a search over all of them. */
export function GamesPanel({ wallet, isFailed, onOpen }: GamesPanelProps) {
  const text = useMemberText().games
  const [words, setWords] = useState('')
  const isSearching = words.trim() !== ''
  // The failure is shown above, beside the balance.
  if (!wallet && isFailed) return null
  return (
    <section
      className={styles.panel}
      data-searching={isSearching || undefined}
      aria-label={text.title}
    >
      <h2 className={styles.title}>{text.title}</h2>
      <SearchField words={words} onWords={setWords} />
      {!wallet && <Loading />}
      {wallet && isSearching && (
        <Found wallet={wallet} words={words} onOpen={onOpen} onClear={() => setWords('')} />
      )}
      {wallet && !isSearching && <Shelves wallet={wallet} onOpen={onOpen} />}
    </section>
  )
}

type ShelvesProps = { wallet: Wallet; onOpen: (code: string) => void }

function Shelves({ wallet, onOpen }: ShelvesProps) {
  const text = useMemberText().games
  const [group, setGroup] = useState<Group>('slot')
  const games = gamesOf(wallet.slots, group)
  return (
    <>
      <Recent wallet={wallet} onOpen={onOpen} />
      <Tabs
        label={text.groups.label}
        tabs={gameCategories.map((key) => ({ key, label: text.groups[key] }))}
        shown={group}
        onShow={setGroup}
      >
        <Cards games={games} wallet={wallet} onOpen={onOpen} />
        {games.length === 0 && <EmptyState path={gamesIcon}>{text.empty}</EmptyState>}
      </Tabs>
    </>
  )
}

function Recent({ wallet, onOpen }: ShelvesProps) {
  const text = useMemberText().games
  const games = readRecent(wallet.profile._id)
    .map((code) => wallet.slots.find((slot) => slot.code === code))
    .filter((game) => game !== undefined)
  if (games.length === 0) return null
  return (
    <div className={styles.recent}>
      <h3 className={styles.small}>{text.recent}</h3>
      <ul className={styles.row}>
        {games.map((game) => (
          <li key={game.code}>
            <button type="button" className={styles.chip} onClick={() => onOpen(game.code)}>
              <GamePicture game={game} size="chip" />
              {game.name}
            </button>
          </li>
        ))}
      </ul>
    </div>
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
const cardsAtOnce = 4

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

function Loading() {
  return (
    <div className={styles.cards} aria-busy="true">
      {[1, 2, 3, 4].map((place) => (
        <div key={place} className={styles.ghost}>
          <Skeleton shape="card" />
        </div>
      ))}
    </div>
  )
}
