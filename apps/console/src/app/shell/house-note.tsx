import { useQuery } from '@tanstack/react-query'
import { formatShort } from '#core/format.ts'
import { useText } from '#core/i18n.tsx'
import { useNow } from '#core/page/now.ts'
import { reading } from '#core/queries.ts'
import { Quote } from '#shared/facts/as-written.tsx'
import styles from './shell.module.css'

/** On every screen while the house is closed, and for owners where one operator alone has ended somebody's rights. */
export function HouseNote() {
  const { desk } = useText()
  const now = useNow()
  const { data } = useQuery(reading('GET /api/console/house'))
  const timeOf = (at: string) => formatShort(at, now, desk.months)
  const { closed, ended } = data ?? { closed: null, ended: [] }
  return (
    <div role="status" className={closed || ended.length > 0 ? styles.house : 'visually-hidden'}>
      {closed && (
        <p>
          {closed.by === null
            ? desk.house.closedByItself(timeOf(closed.at))
            : desk.house.closed(closed.by, timeOf(closed.at))}
          {closed.why !== null && (
            <>
              {' '}
              {desk.house.why} <Quote words={closed.why} />
            </>
          )}
        </p>
      )}
      {ended.map(({ name, by, at, what }) => (
        <p key={`${name} ${what} ${at}`}>{desk.house[what](by, name, timeOf(at))}</p>
      ))}
    </div>
  )
}
