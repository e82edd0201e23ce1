import type { Member } from '@kapao/contract/console/members'
import type { Right } from '@kapao/contract/console/roles'
import { useState } from 'react'
import { useText } from '#core/i18n.tsx'
import { Button } from '#ui/form/button.tsx'
import { useMe } from '#shared/me.ts'
import { Card } from '../one/cards.tsx'
import { ActDialog } from './act-dialog.tsx'
import { actNames, rightOfAct, type ActName } from './acts.ts'

/** The acts on a member; each explains its effect before it is confirmed. */
export function MemberActions({ member }: { member: Member }) {
  const text = useText()
  const rights = useMe()?.rights ?? []
  const [open, setOpen] = useState<ActName | null>(null)
  const may = (right: Right): boolean => rights.includes(right)
  const names = actNames.filter((name) => may(rightOfAct[name]) && fits(name, member))
  if (names.length === 0) return null
  return (
    <Card title={text.members.actions}>
      {names.map((name) => (
        <Button
          key={name}
          look={name === 'deactivate' || name === 'takeback' ? 'danger' : 'secondary'}
          onPress={() => setOpen(name)}
        >
          {text.members[name]}
        </Button>
      ))}
      {open && <ActDialog name={open} member={member} onClose={() => setOpen(null)} />}
    </Card>
  )
}

function fits(name: ActName, { isActive, isLocked }: Member): boolean {
  if (name === 'activate') return !isActive
  if (name === 'deactivate') return isActive
  if (name === 'unlock') return isLocked
  return true
}
