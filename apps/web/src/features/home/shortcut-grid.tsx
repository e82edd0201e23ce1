import { call } from '#core/api.ts'
import { CallFault } from '#core/calls/fault.ts'
import { useMemberText } from '#core/i18n.tsx'
import { useQuery } from '#core/queries/use-query.tsx'
import { readStored, writeStored } from '#core/storage.ts'
import { go } from '#shared/link.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import styles from './shortcut-grid.module.css'
import { shortcuts, type HomeSheetName, type Shortcut } from './shortcuts.ts'

type ShortcutGridProps = {
  sheets: readonly HomeSheetName[]
  onSheet: (sheet: HomeSheetName) => void
  onRefresh: () => void
}

export function ShortcutGrid({ sheets, onSheet, onRefresh }: ShortcutGridProps) {
  const text = useMemberText().home.shortcuts
  const spinIsActive = useSpinIsActive()
  const offered = shortcuts
    .filter((shortcut) => shortcut.isOffered({ spinIsActive }))
    .filter(({ leads }) => leads.to !== 'sheet' || sheets.includes(leads.sheet))

  function follow({ leads }: Shortcut): void {
    if (leads.to === 'page') go(leads.path)
    else if (leads.to === 'sheet') onSheet(leads.sheet)
    else onRefresh()
  }

  return (
    <ul className={styles.grid} aria-label={text.label} data-count={offered.length}>
      {offered.map((shortcut) => (
        <li key={shortcut.name}>
          <button type="button" className={styles.tile} onClick={() => follow(shortcut)}>
            <span className={styles.icon}>
              <Icon path={shortcut.icon} />
            </span>
            {text[shortcut.name]}
          </button>
        </li>
      ))}
    </ul>
  )
}

const spinActiveKey = 'spin-active'

/** Until the server has said so, what it said last: a tile that becomes another one under the finger is the wrong one. */
function useSpinIsActive(): boolean {
  const { data } = useQuery({ queryKey: [spinActiveKey], queryFn: loadSpinIsActive })
  return data ?? wasSpinActive()
}

function wasSpinActive(): boolean {
  return readStored(spinActiveKey) === 'true'
}

/** A server that has no wheel has none to offer; one that cannot say has said nothing else than before. */
async function loadSpinIsActive(): Promise<boolean> {
  try {
    const { isActive } = await call('GET /api/spinwheel/active')
    writeStored(spinActiveKey, String(isActive))
    return isActive
  } catch (error) {
    return !(error instanceof CallFault && error.status === 404) && wasSpinActive()
  }
}
