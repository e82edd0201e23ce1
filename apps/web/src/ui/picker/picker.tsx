import { useRef, type KeyboardEvent, type ReactNode } from 'react'
import { placeAfterKey } from './moves.ts'
import styles from './picker.module.css'
import { useDrag } from './use-drag.ts'
import { placeShown, standAt, useHand, useRest, useStanding } from './use-standing.ts'

export type PickerOption = {
  value: string
  label: string
  /** Its picture, before the label; decorative. */
  mark?: ReactNode
  /** At the end of the line, in dimmer type. */
  note?: string
  /** Options of one group are listed together, under its name. */
  group?: string
  /** An unlikely choice, shown dimmed; it can still be selected. */
  isQuiet?: boolean
}

type PickerProps = {
  id: string
  label: string
  options: readonly PickerOption[]
  value: string
  onChange: (value: string) => void
  /** A tap or Enter selects, and is the end of choosing; dragging and the arrow keys may go on. */
  onSettle: (value: string) => void
}

/** A vertical slider: the option in the middle is selected, by dragging, a tap or the arrow keys. */
export function Picker({ id, label, options, value, onChange, onSettle }: PickerProps) {
  const list = useRef<HTMLDivElement>(null)
  const found = options.findIndex((one) => one.value === value)
  const place = Math.max(0, found)
  const hand = useHand()
  const choose = (next: number): void => {
    const option = options[next]
    hand.letGo()
    if (option && option.value !== value) onChange(option.value)
  }
  const settle = (at: number): void => {
    const option = options[at]
    if (option) onSettle(option.value)
  }
  const chooseShown = (): void => {
    if (list.current) choose(placeShown(list.current))
  }
  const rest = useRest(() => {
    // An animated scroll that stops half way, as on a busy phone, is not a choice of the member.
    if (hand.isOn()) chooseShown()
    else if (list.current) standAt(list.current, place)
  })
  const drag = useDrag(chooseShown)
  useStanding(list, place)

  function move(event: KeyboardEvent): void {
    const isSettled = event.key === 'Enter' || event.key === ' '
    const next = placeAfterKey(event.key, place, options.length)
    if (next === null && !isSettled) return
    event.preventDefault()
    if (next === null) settle(place)
    else choose(next)
  }

  return (
    <div className={styles.frame}>
      <div
        ref={list}
        id={id}
        className={styles.list}
        role="listbox"
        tabIndex={0}
        aria-label={label}
        aria-activedescendant={`${id}-${place}`}
        onKeyDown={move}
        onScroll={rest}
        {...hand.handlers}
        {...drag}
      >
        {groupsOf(options).map((group) => (
          <Group key={group[0]?.option.value} name={group[0]?.option.group}>
            {group.map(({ option, index }) => (
              <Option
                key={option.value}
                id={`${id}-${index}`}
                option={option}
                isChosen={index === place}
                onTap={() => settle(index)}
              />
            ))}
          </Group>
        ))}
      </div>
    </div>
  )
}

type PlacedOption = { option: PickerOption; index: number }

/** Groups adjacent options of one group. */
function groupsOf(options: readonly PickerOption[]): PlacedOption[][] {
  const groups: PlacedOption[][] = []
  options.forEach((option, index) => {
    const last = groups.at(-1)
    if (last && last[0]?.option.group === option.group) last.push({ option, index })
    else groups.push([{ option, index }])
  })
  return groups
}

function Group({ name, children }: { name: string | undefined; children: ReactNode }) {
  if (name === undefined) return children
  return (
    <div role="group" aria-label={name}>
      <p className={styles.group} aria-hidden="true">
        {name}
      </p>
      {children}
    </div>
  )
}

type OptionProps = { id: string; option: PickerOption; isChosen: boolean; onTap: () => void }

/** The list has the focus and the keys; an option only takes taps. */
function Option({ id, option, isChosen, onTap }: OptionProps) {
  const { label, mark, note, isQuiet } = option
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the keys are the list's
    <div
      id={id}
      className={styles.option}
      role="option"
      tabIndex={-1}
      aria-selected={isChosen}
      data-quiet={isQuiet || undefined}
      onClick={onTap}
    >
      {mark}
      <span className={styles.name}>{label} </span>
      {note !== undefined && <span className={styles.note}>{note}</span>}
    </div>
  )
}
