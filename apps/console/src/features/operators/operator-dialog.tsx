import { roles as allRoles, type Role } from '@kapao/contract/console/roles'
import type { Operator } from '@kapao/contract/console/operators'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useText } from '#core/i18n.tsx'
import { readAgain } from '#core/queries.ts'
import { Dialog, DialogActions } from '#ui/dialog/dialog.tsx'
import { FaultNote, WaitNote } from '#ui/feedback/notes.tsx'
import { showToast } from '#ui/feedback/toasts.tsx'
import { Button } from '#ui/form/button.tsx'
import { Check } from '#ui/form/choice.tsx'
import { Field } from '#ui/form/field.tsx'
import { useFaultText } from '#shared/faults/fault-text.ts'
import { useWaitsText } from '#shared/waits.ts'
import { changeOperator } from './changes.ts'
import shared from '#shared/shared.module.css'

export type Change = { kind: 'add' } | { kind: 'roles' | 'disable' | 'enable'; operator: Operator }

type Props = {
  change: Change
  /** Its operators, who reads this among them, end with the first one who is added. */
  endsDemo?: boolean
  onClose: () => void
}

export function OperatorDialog({ change, endsDemo = false, onClose }: Props) {
  const text = useText()
  const faultText = useFaultText()
  const waitsText = useWaitsText()
  const { people, ways, desk } = text
  const known = change.kind === 'add' ? null : change.operator
  const [name, setName] = useState(known?.name ?? '')
  const [roles, setRoles] = useState<readonly Role[]>(known?.roles ?? [])
  const [code, setCode] = useState('')
  const sending = useMutation({
    mutationFn: () => changeOperator(change.kind, { name: name.trim(), roles: [...roles], code }),
    onSuccess: ({ isWaiting, ...waits }) => {
      void readAgain('GET /api/console/operators')
      showToast(isWaiting ? waitsText(waits, text.work.nowWaits) : text.members.done)
      onClose()
    },
  })
  const titles = {
    add: people.add,
    roles: people.rolesOf(name),
    disable: people.disable,
    enable: people.enable,
  }
  const isReady = name.trim() !== '' && (change.kind !== 'add' || code.trim() !== '')
  return (
    <Dialog title={titles[change.kind]} onClose={onClose}>
      {change.kind === 'add' && (
        <>
          <p>{ways.addLead}</p>
          {endsDemo && <WaitNote>{ways.addEndsDemo}</WaitNote>}
          <Field label={people.addName} value={name} onChange={setName} takesFocus />
          <Field label={ways.addCode} value={code} onChange={setCode} autoComplete="off" />
          <p className={shared.dim}>
            {ways.addCheck} {ways.addWaits}
          </p>
        </>
      )}
      {change.kind === 'disable' && (
        <p>
          {known?.roles.includes('owner')
            ? people.disableOwnerLead(name)
            : people.disableLead(name)}
        </p>
      )}
      {change.kind === 'enable' && <p>{people.enableLead(name)}</p>}
      {(change.kind === 'add' || change.kind === 'roles') && (
        <RoleChecks roles={roles} onChange={setRoles} />
      )}
      {sending.error && <FaultNote>{faultText(sending.error)}</FaultNote>}
      <DialogActions>
        <Button onPress={onClose}>{desk.cancel}</Button>
        <Button
          look={change.kind === 'disable' ? 'danger' : 'primary'}
          isDisabled={!isReady}
          isBusy={sending.isPending}
          onPress={() => sending.mutate()}
        >
          {titles[change.kind]}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

type RoleProps = { roles: readonly Role[]; onChange: (roles: readonly Role[]) => void }

function RoleChecks({ roles, onChange }: RoleProps) {
  const text = useText()
  return (
    <div>
      {allRoles.map((role) => (
        <Check
          key={role}
          isOn={roles.includes(role)}
          onChange={(isOn) =>
            onChange(allRoles.filter((one) => (one === role ? isOn : roles.includes(one))))
          }
        >
          {text.people.roles[role]}
        </Check>
      ))}
    </div>
  )
}
