import type { WorkKind } from '@kapao/contract/console/words'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { useText } from '#core/i18n.tsx'
import { useHotkeys } from '#core/page/hotkeys.ts'
import { Beside } from '#ui/beside/beside.tsx'
import { Empty } from '#ui/feedback/empty.tsx'
import { ItemPane } from './item/item-pane.tsx'
import { neighbour } from './list/still.ts'
import { rowKey, useStillRows, type ListName } from './list/use-still-rows.ts'
import { WorkList } from './list/work-list.tsx'
import { workIcon } from '#ui/icons/desk-icons.ts'
import { keyInAddress } from '#shared/work-kind.ts'

type Ref = { kind: WorkKind; id: string }
type Props = { list: ListName; item: Ref | null }

/** The waiting items on the left; on the right, what is needed to decide the open one. */
export function WorkScreen({ list, item }: Props) {
  const text = useText()
  const navigate = useNavigate()
  const { history } = useRouter()
  const still = useStillRows(list)
  const current = item && rowKey(item)

  const open = (next: Ref | null): void => {
    still.settle()
    if (!next) void navigate({ to: '/work/$list', params: { list } })
    else void navigate({ to: '/work/$list/$kind/$id', params: { list, ...refOf(next) } })
  }
  /** The address is ahead of what is drawn: each of three quick steps starts from the result of the previous one. */
  const here = (): string | null => keyInAddress(history.location.pathname)
  const step = (by: 1 | -1): void => {
    const next = neighbour(still.rows, { current: here(), step: by }, rowKey)
    if (next) open(next)
  }
  useHotkeys({
    j: () => step(1),
    k: () => step(-1),
    Escape: () => item && open(null),
    Enter: focusItem,
  })
  const goOn = (next: Ref | null): void => {
    if (current) still.drop(current)
    // An operator who went on before the answer came stays there.
    if (here() !== current) return
    const isInList = next !== null && (list === 'all' || next.kind === list)
    open(isInList ? next : neighbour(still.rows, { current, step: 1 }, rowKey))
  }

  return (
    <Beside isOpen={item !== null} list={<WorkList list={list} still={still} current={current} />}>
      {item ? (
        <ItemPane
          key={rowKey(item)}
          kind={item.kind}
          id={item.id}
          onNext={goOn}
          onBack={() => open(null)}
        />
      ) : (
        <Empty title={text.work.choose} icon={workIcon} />
      )}
    </Beside>
  )
}

function refOf({ kind, id }: Ref): Ref {
  return { kind, id }
}

function focusItem(): void {
  document.querySelector<HTMLElement>('[data-item] h2')?.focus()
}
