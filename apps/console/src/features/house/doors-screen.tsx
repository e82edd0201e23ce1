import type { Door } from '@kapao/contract/console/house'
import { doorKinds } from '@kapao/contract/console/house-words'
import { useQuery } from '@tanstack/react-query'
import { useText } from '#core/i18n.tsx'
import { reading } from '#core/queries.ts'
import { Empty } from '#ui/feedback/empty.tsx'
import { Loading } from '#ui/feedback/loading.tsx'
import { settingIcon } from '#ui/icons/desk-icons.ts'
import { Badge } from '#ui/show/badge.tsx'
import { Time } from '#ui/show/time.tsx'
import { ReadFault } from '#shared/faults/read-fault.tsx'
import { useRight } from '#shared/me.ts'
import shared from '#shared/shared.module.css'
import styles from './house.module.css'
import { TestSms } from './test-sms.tsx'
import { useHouseText, type HouseText } from './text/house-text.ts'

/** Which systems outside does this house work with, and do they answer? */
export function DoorsScreen() {
  const { desk } = useText()
  const maySee = useRight('house.see')
  const text = useHouseText()
  const { data, error, refetch } = useQuery({
    ...reading('GET /api/console/house/doors'),
    enabled: maySee,
  })
  if (!maySee) return <Empty title={desk.noScreen} icon={settingIcon} />
  return (
    // It scrolls, and where nothing in it takes the focus, the keys scroll it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className={styles.screen} aria-label={desk.screens.doors} tabIndex={0}>
      <div className={shared.head}>
        <h1>{desk.screens.doors}</h1>
      </div>
      {error && <ReadFault error={error} onRetry={refetch} />}
      {!data && !error && <Loading />}
      {data && text && (
        <>
          <p className={styles.lead}>{text.doorsLead}</p>
          <p className={shared.dim}>
            {text.doorsOf(data.here.machine)} <Time at={data.here.since} />
          </p>
          {doorKinds.map((kind) => (
            <DoorGroup
              key={kind}
              title={text.doorKinds[kind]}
              doors={data.doors.filter((door) => door.kind === kind)}
              text={text}
            />
          ))}
        </>
      )}
    </section>
  )
}

type GroupProps = { title: string; doors: readonly Door[]; text: HouseText }

function DoorGroup({ title, doors, text }: GroupProps) {
  const maySend = useRight('settings.change')
  if (doors.length === 0) return null
  return (
    <section className={styles.group} aria-label={title}>
      <h2>{title}</h2>
      <ul className={styles.doors}>
        {doors.map((door) => (
          <DoorRow key={door.name ?? ''} door={door} text={text} />
        ))}
      </ul>
      {maySend && doors.some(({ kind, hasKey }) => kind === 'sms' && hasKey) && (
        <TestSms text={text} />
      )}
    </section>
  )
}

function DoorRow({ door, text }: { door: Door; text: HouseText }) {
  const { name, family, hosts, hasKey, isUsed, lastSign } = door
  return (
    <li className={styles.door}>
      <div>
        <strong translate="no">{name ?? family ?? ''}</strong>{' '}
        {name !== null && (
          <span className={shared.dim} translate="no">
            {family}
          </span>
        )}
        <p className={styles.host} translate="no">
          {hosts.join(', ')}
        </p>
      </div>
      <div className={styles.badges}>
        {hasKey ? (
          <Badge tone="plus">{`${text.key}: ${text.hasKey}`}</Badge>
        ) : (
          <Badge tone={isUsed ? 'minus' : 'plain'}>{text.noKey}</Badge>
        )}
        <Badge>{isUsed ? text.isUsed : text.isUnused}</Badge>
      </div>
      <p className={shared.dim}>
        {text.lastSign}:{' '}
        {lastSign ? (
          <>
            <Time at={lastSign.at} /> {text.signFrom[lastSign.from]}
          </>
        ) : (
          text.noSign
        )}
      </p>
    </li>
  )
}
