import { useQuery } from '@tanstack/react-query'
import { formatShort } from '#core/format.ts'
import { useText } from '#core/i18n.tsx'
import { useNow } from '#core/page/now.ts'
import { reading } from '#core/queries.ts'
import styles from './shell.module.css'

/** On every screen while the house is closed, and for owners where one operator alone has ended somebody's rights. */
export function HouseNote() {
  const words = useHouseWords()
  return (
    <div role="status" className={words.length > 0 ? styles.house : 'visually-hidden'}>
      {words.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </div>
  )
}

function useHouseWords(): string[] {
  const { desk } = useText()
  const now = useNow()
  const { data } = useQuery(reading('GET /api/console/house'))
  if (!data) return []
  const timeOf = (at: string) => formatShort(at, now, desk.months)
  const { closed, ended } = data
  const lines = ended.map(({ name, by, at, what }) => desk.house[what](by, name, timeOf(at)))
  if (!closed) return lines
  const { by, why } = closed
  const at = timeOf(closed.at)
  const said = by === null ? desk.house.closedByItself(at) : desk.house.closed(by, at)
  return [why === null ? said : `${said} ${desk.house.why(why)}`, ...lines]
}
