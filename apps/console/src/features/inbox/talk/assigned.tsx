import type { TalkRow } from '@kapao/contract/console/inbox'
import type { Role } from '@kapao/contract/console/roles'
import { useQuery } from '@tanstack/react-query'
import { useText } from '#core/i18n.tsx'
import { reading } from '#core/queries.ts'
import { Button } from '#ui/form/button.tsx'
import { ChooseAndSend } from '#ui/form/choose-and-send.tsx'
import { useMe } from '#shared/me.ts'

export type Assignment = { to: string | null; role?: Role }

type Props = { talk: TalkRow; isBusy: boolean; onAssign: (to: Assignment) => void }

/** Any operator who answers takes a talk, releases it, or hands it to a colleague or a role. */
export function Assigned({ talk, isBusy, onAssign }: Props) {
  const text = useText()
  const me = useMe()
  const { data } = useQuery(reading('GET /api/console/inbox/answerers'))
  const names = new Set([
    ...(me ? [me.name] : []),
    ...(talk.assignedTo ? [talk.assignedTo] : []),
    ...(data?.names ?? []),
  ])
  const choices: { value: string; text: string; to: Assignment }[] = [
    { value: '', text: text.inbox.nobody, to: { to: null } },
    ...[...names].map((name) => ({ value: name, text: name, to: { to: name } })),
    ...(data?.roles ?? (talk.forRole ? [talk.forRole] : [])).map((role) => ({
      value: valueOfRole(role),
      text: text.inbox.toRole(text.people.roles[role]),
      to: { to: null, role },
    })),
  ]
  return (
    <>
      <ChooseAndSend
        label={text.inbox.assign}
        value={talk.assignedTo ?? (talk.forRole ? valueOfRole(talk.forRole) : '')}
        options={choices}
        act={text.inbox.assignTo}
        isBusy={isBusy}
        onSend={(chosen) => onAssign(choices.find(({ value }) => value === chosen)!.to)}
      />
      {me && talk.assignedTo === null && (
        <Button onPress={() => onAssign({ to: me.name })}>{text.inbox.takeIt}</Button>
      )}
    </>
  )
}

/** No operator has such a name. */
function valueOfRole(role: Role): string {
  return `role:${role}`
}
