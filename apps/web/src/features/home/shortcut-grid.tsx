import { call } from '#core/api.ts'
import { CallFault } from '#core/calls/fault.ts'
import { useMemberText } from '#core/i18n.tsx'
import { useQuery } from '#core/queries/use-query.tsx'
import { readStored, writeStored } from '#core/storage.ts'
import { go } from '#shared/link.tsx'
import { Icon } from '@kapao/ui/icons/icon.tsx'
import { moveIcon } from '@kapao/ui/icons/more-icons.ts'
import styles from './shortcut-grid.module.css'
import { shortcuts, shortcutsInCard, type HomeSheetName, type Shortcut } from './shortcuts.ts'

type ShortcutsProps = {
  sheets: readonly HomeSheetName[]
  onSheet: (sheet: HomeSheetName) => void
}

/** The actions that move money, side by side in the card. */
export function CardActions(props: ShortcutsProps) {
  const text = useMemberText().home
  return (
    <div className={styles.actions}>
      <List {...props} shown={shortcuts.slice(0, shortcutsInCard)} />
      {props.sheets.includes('transfer') && (
        <button type="button" className={styles.tile} onClick={() => props.onSheet('transfer')}>
          <Icon path={moveIcon} />
          {text.transfer}
        </button>
      )}
    </div>
  )
}

/** All other shortcuts, in one plain row. */
export function ShortcutRow(props: ShortcutsProps & { onRefresh: () => void }) {
  const spinIsActive = useSpinIsActive()
  const shown = shortcuts.slice(shortcutsInCard).filter((one) => one.isOffered({ spinIsActive }))
  return (
    <div className={styles.row}>
      {spinIsActive === undefined && <span />}
      <List {...props} shown={shown} />
    </div>
  )
}

type ListProps = ShortcutsProps & { shown: readonly Shortcut[]; onRefresh?: () => void }

function List({ shown, sheets, onSheet, onRefresh }: ListProps) {
  const text = useMemberText().home.shortcuts

  function follow({ leads }: Shortcut): void {
    if (leads.to === 'page') go(leads.path)
    else if (leads.to === 'sheet') onSheet(leads.sheet)
    else onRefresh?.()
  }

  return (
    <ul className={styles.list} aria-label={text.label}>
      {shown
        .filter(({ leads }) => leads.to !== 'sheet' || sheets.includes(leads.sheet))
        .map((shortcut) => (
          <li key={shortcut.name}>
            <button type="button" className={styles.tile} onClick={() => follow(shortcut)}>
              <Icon path={shortcut.icon} />
              {text[shortcut.name]}
            </button>
          </li>
        ))}
    </ul>
  )
}

const spinActiveKey = 'spin-active'

/** Until the server has answered, its last answer: a tile that changes under the finger would open the wrong thing. */
function useSpinIsActive(): boolean | undefined {
  const { data } = useQuery({ queryKey: [spinActiveKey], queryFn: loadSpinIsActive })
  const kept = readStored(spinActiveKey)
  return data ?? (kept === null ? undefined : kept === 'true')
}

/** A server without a wheel offers none; if the call fails, the last answer stays. */
async function loadSpinIsActive(): Promise<boolean> {
  try {
    const { isActive } = await call('GET /api/spinwheel/active')
    writeStored(spinActiveKey, String(isActive))
    return isActive
  } catch (error) {
    const isNone = error instanceof CallFault && error.status === 404
    return !isNone && readStored(spinActiveKey) === 'true'
  }
}
