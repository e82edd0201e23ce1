import type { Member } from '@kapao/contract/console/members'
import type { ReactNode } from 'react'
import { useText } from '#core/i18n.tsx'
import { Amount } from '#ui/show/amount.tsx'
import { Badge } from '#ui/show/badge.tsx'
import { Time } from '#ui/show/time.tsx'
import { Code, Word } from '#shared/facts/as-written.tsx'
import { FactList } from '#shared/facts/fact-list.tsx'
import { MemberLink } from '#shared/member-link.tsx'
import { OpenThing } from '#shared/open-thing.tsx'
import shared from '#shared/shared.module.css'
import styles from './member.module.css'

type Props = { member: Member }

export function Card({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.card}>
      <h2>{title}</h2>
      {children}
    </section>
  )
}

export function Balances({ member }: Props) {
  const text = useText()
  const { members } = text
  const { balances, totals } = member
  return (
    <Card title={members.balances}>
      {balances === null && <p className={shared.dim}>{members.noMoney}</p>}
      {balances?.map(({ place, sum, at, isOld }) => (
        <p key={place} className={shared.pair}>
          <span>
            {members.places[place] ?? <Word of="place" code={place} />}{' '}
            {isOld && <Badge tone="wait">{members.old}</Badge>}{' '}
            {at && (
              <span className={shared.dim}>
                <Time at={at} />
              </span>
            )}
          </span>
          <Amount sum={sum} />
        </p>
      ))}
      <p className={shared.pair}>
        <span>{members.coins}</span>
        <Amount sum={{ amount: String(member.coins), currency: 'COIN' }} />
      </p>
      {totals && (
        <>
          <p className={shared.pair}>
            <span className={shared.dim}>{members.deposited(totals.deposits)}</span>
            <Amount sum={totals.deposited} />
          </p>
          <p className={shared.pair}>
            <span className={shared.dim}>{members.withdrawn(totals.withdrawals)}</span>
            <Amount sum={totals.withdrawn} />
          </p>
        </>
      )}
      {member.bonus.length > 0 && <FactList facts={member.bonus} />}
    </Card>
  )
}

export function OpenThings({ member }: Props) {
  const text = useText()
  const { members } = text
  return (
    <Card title={members.open}>
      {member.open.length === 0 && <p className={shared.dim}>{members.noOpen}</p>}
      {member.open.map((thing) => (
        <OpenThing key={thing.id} thing={thing} />
      ))}
    </Card>
  )
}

export function Devices({ member }: Props) {
  const text = useText()
  const { members } = text
  return (
    <Card title={members.devices}>
      {member.devices.length === 0 && <p className={shared.dim}>{members.noDevices}</p>}
      {member.devices.map(({ id, device, address, lastUsedAt, isOpen }) => (
        <div key={id}>
          <p className={shared.pair}>
            <Code code={device} />
            {isOpen && <Badge tone="plus">{members.openDevice}</Badge>}
          </p>
          <p className={shared.dim}>
            {address} · <Time at={lastUsedAt} />
          </p>
        </div>
      ))}
    </Card>
  )
}

export function Linked({ member }: Props) {
  const text = useText()
  const { members } = text
  return (
    <Card title={members.linked}>
      {member.linked.length === 0 && <p className={shared.dim}>{members.noLinked}</p>}
      {member.linked.map(({ memberId, name, signs, isActive }) => (
        <p key={memberId} className={shared.pair}>
          <span>
            <MemberLink memberId={memberId} name={name} />{' '}
            {!isActive && <Badge tone="minus">{members.inactive}</Badge>}
          </span>
          <span className={shared.dim}>
            {signs.map((sign) => members.signs[sign] ?? sign).join(', ')}
          </span>
        </p>
      ))}
    </Card>
  )
}
