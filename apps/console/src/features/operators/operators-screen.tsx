import type { Operator } from '@kapao/contract/console/operators'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useText } from '#core/i18n.tsx'
import { reading } from '#core/queries.ts'
import { Loading } from '#ui/feedback/loading.tsx'
import { Button } from '#ui/form/button.tsx'
import { Badge } from '#ui/show/badge.tsx'
import { Time } from '#ui/show/time.tsx'
import { Person } from '#shared/facts/as-written.tsx'
import { ReadFault } from '#shared/faults/read-fault.tsx'
import { useMe, useRight } from '#shared/me.ts'
import { OperatorDialog, type Change } from './operator-dialog.tsx'
import shared from '#shared/shared.module.css'
import styles from './operators.module.css'

/** Who may what? */
export function OperatorsScreen() {
  const text = useText()
  const mayChange = useRight('operators.change')
  const mayDisable = useRight('operators.disable')
  const { data, error, refetch } = useQuery(reading('GET /api/console/operators'))
  const [change, setChange] = useState<Change | null>(null)
  const me = useMe()?.name
  const isDemo =
    data?.operators.some(({ name, addedBy }) => name === me && addedBy === 'seed') ?? false
  return (
    <div className={styles.screen}>
      <div className={shared.head}>
        <h1>{text.people.operators}</h1>
        {mayChange && (
          <Button look="primary" onPress={() => setChange({ kind: 'add' })}>
            {text.people.add}
          </Button>
        )}
      </div>
      <p className={shared.dim}>{text.ways.lost}</p>
      {error && <ReadFault error={error} onRetry={refetch} />}
      {!data && !error && <Loading />}
      <ul className={styles.list}>
        {data &&
          workingFirst(data.operators).map((operator) => (
            <OperatorRow
              key={operator.name}
              operator={operator}
              mayChange={mayChange}
              mayDisable={mayDisable}
              onChange={setChange}
            />
          ))}
      </ul>
      {change && (
        <OperatorDialog change={change} endsDemo={isDemo} onClose={() => setChange(null)} />
      )}
    </div>
  )
}

/** Those who work here; below them those who are disabled, as the operators of a demo are once it is over. */
function workingFirst(operators: readonly Operator[]): Operator[] {
  const isOff = ({ disabledAt }: Operator) => Number(disabledAt !== null)
  return operators.toSorted((one, other) => isOff(one) - isOff(other))
}

/** Who was there before anybody could be added came with the demo or with the setup. */
function Adder({ name }: { name: string }) {
  const { people } = useText()
  const known: Record<string, string> = people.adders
  return known[name] ?? <Person name={name} />
}

type RowProps = {
  operator: Operator
  mayChange: boolean
  mayDisable: boolean
  onChange: (change: Change) => void
}

function OperatorRow({ operator, mayChange, mayDisable, onChange }: RowProps) {
  const text = useText()
  const me = useMe()
  const { people } = text
  const { name, roles, passkeys, hasPassword, disabledAt, disabledBy, lastSignInAt } = operator
  const adders: Record<string, string> = people.adders
  const isOff = disabledAt !== null
  const isMe = me?.name === name
  return (
    <li className={styles.row}>
      <div>
        <strong>{name}</strong> {isOff && <Badge tone="minus">{people.disabled}</Badge>}
        <p className={shared.dim}>
          {people.addedBy} <Adder name={operator.addedBy} /> · <Time at={operator.addedAt} />
        </p>
      </div>
      <div className={styles.roles}>
        {roles.map((role) => (
          <Badge key={role}>{people.roles[role]}</Badge>
        ))}
      </div>
      <p className={shared.dim}>
        {people.passkeys}: {passkeys}
        {hasPassword && ` · ${people.hasPassword}`}
        <br />
        {people.lastSignIn}: {lastSignInAt ? <Time at={lastSignInAt} /> : people.never}
        {disabledBy && ` · ${people.disabledBy(adders[disabledBy] ?? disabledBy)}`}
      </p>
      <div className={styles.actions}>
        {mayChange && !isOff && !isMe && (
          <Button onPress={() => onChange({ kind: 'roles', operator })}>
            {people.changeRoles}
          </Button>
        )}
        {mayDisable && !isOff && (
          <Button look="danger" onPress={() => onChange({ kind: 'disable', operator })}>
            {people.disable}
          </Button>
        )}
        {mayDisable && isOff && (
          <Button onPress={() => onChange({ kind: 'enable', operator })}>{people.enable}</Button>
        )}
      </div>
    </li>
  )
}
