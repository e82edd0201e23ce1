import type { Role } from '@kapao/contract/console/roles'
import { sha256 } from '#core/ids.ts'
import type { Queryable } from '#core/db/db.ts'
import { sidesOf } from '@kapao/contract/console/sides'
import { readChange } from '#desk/queues/kinds/change/change.ts'
import { findAsked, listWaiting } from '#records/confirm/store.ts'
import type { Terminals } from '../operators/terminals.ts'
import type { Finding } from './oracle.ts'

/** Operators of all roles, who stand apart from each other: the first operator has added them, a week ago. */
export const seats: Record<string, Role> = {
  kai: 'cashier',
  mai: 'support',
  fah: 'marketing',
  som: 'risk',
  dam: 'owner',
  fon: 'owner',
}

/** One person who goes by two names, of which the first has added the second. */
export const twoNames = { first: 'som', second: 'som-too' } as const
const everybody: Record<string, Role> = { ...seats, [twoNames.second]: 'risk', nok: 'owner' }

export async function addSeats(terminals: Terminals): Promise<void> {
  for (const [name, role] of Object.entries(seats)) await terminals.add(name, 'nok', [role])
  await terminals.add(twoNames.second, twoNames.first, ['risk'])
}

const personOf = (name: string): string => (name === twoNames.second ? twoNames.first : name)

/** What operators have done that no two people have agreed on; nobody in the model makes a way in for themselves. */
export async function judgeOperators(on: Queryable): Promise<Finding[]> {
  return [...(await agreedByOne(on)), ...(await waysOfOthers(on)), ...(await unseenChanges(on))]
}

const found = (memberId: string, what: Finding['what'], over: number): Finding[] =>
  over > 0 ? [{ memberId, what, over: BigInt(over), why: {} }] : []

async function agreedByOne(on: Queryable): Promise<Finding[]> {
  const rows = await on.query<{ asked: string; decided: string }>(
    `select split_part(asked_by, ':', 2) as asked, split_part(decided_by, ':', 2) as decided
     from confirm_request where state in ('confirmed', 'refused', 'unclear') and decided_by is not null`,
  )
  const wrong = rows.filter(
    ({ asked, decided }) =>
      personOf(asked) === personOf(decided) ||
      !['risk', 'owner'].includes(everybody[decided] ?? 'nobody'),
  )
  return found('operators', 'agreed by one', wrong.length)
}

/** Every way in, every role and everybody who was ended: in the model nobody rightly changes any of them for good. */
async function waysOfOthers(on: Queryable): Promise<Finding[]> {
  const ways = await on.query(
    `select operator from sign_in_link union all select operator from sign_in_passkey
     union all select operator from sign_in_password union all select operator from sign_in_recovery
     union all select operator from sign_in_session`,
  )
  const operators = await on.query<{
    name: string
    token: Buffer
    isEnded: boolean
    roles: Role[]
  }>(
    `select name, token_hash as token, disabled_at is not null as "isEnded",
            array(select r.role::text from operators_role r where r.operator = o.name) as roles
     from operators_operator o`,
  )
  const others = operators.filter(({ name, token }) => !token.equals(sha256(`token of ${name}`)))
  const richer = operators.filter(({ name, roles }) =>
    roles.some((role) => role !== everybody[name]),
  )
  const ended = operators.filter(
    ({ name, isEnded, roles }) => isEnded || !roles.includes(everybody[name]!),
  )
  return [
    ...found('operators', 'way in', ways.length + others.length),
    ...found('operators', 'rights', richer.length),
    ...found('operators', 'ended', ended.length),
  ]
}

/** Who asks for a change in the model changes something; the second person has to see it. */
async function unseenChanges(on: Queryable): Promise<Finding[]> {
  const unseen: string[] = []
  for (const { id, kind } of await listWaiting(on, 20)) {
    const asked = kind.endsWith(' define') ? await findAsked(on, id) : null
    if (asked === null) continue
    const { before, after } = await readChange(on, asked)
    const [old, next] = [before, after].map((side) => side.filter((fact) => fact !== null))
    if (!sidesOf(old!, next!).some(({ isChanged }) => isChanged)) unseen.push(id)
  }
  return found('operators', 'unseen', unseen.length)
}
