import { workKinds } from '@kapao/contract/console/words'
import { useText } from '#core/i18n.tsx'
import { useRight } from '#shared/me.ts'
import { workAddress } from '#shared/work-kind.ts'

export type Destination = { address: string; name: string; detail: string }

/** Every screen that this operator may open. */
export function usePlaces(): Destination[] {
  const text = useText()
  const { screens } = text.desk
  const seesWork = useRight('work.see')
  const seesMembers = useRight('members.see')
  const seesChat = useRight('chat.see')
  const seesOperators = useRight('operators.see')
  const seesSettings = useRight('settings.see')
  const seesRewards = useRight('rewards.see')
  const seesHouse = useRight('house.see')
  const seesAudit = useRight('audit.see')
  const place = (address: string, name: string, detail = ''): Destination => ({
    address,
    name,
    detail,
  })
  return [
    ...(seesWork
      ? [
          place(workAddress('all'), screens.work),
          ...workKinds
            .filter((kind) => kind !== 'talk')
            .map((kind) => place(workAddress(kind), text.work.kinds[kind], screens.work)),
        ]
      : []),
    ...(seesMembers ? [place('/members', screens.members)] : []),
    ...(seesChat ? [place('/chat', screens.chat)] : []),
    ...(seesOperators ? [place('/operators', screens.operators)] : []),
    ...(seesSettings ? [place('/settings', screens.settings)] : []),
    ...(seesRewards ? [place('/rewards', screens.rewards)] : []),
    ...(seesHouse ? [place('/guide', screens.guide), place('/doors', screens.doors)] : []),
    ...(seesAudit ? [place('/audit', screens.audit)] : []),
    place('/me', screens.me),
  ]
}

/** The first screen that their roles open: what waits, else who writes. */
export function useHome(): string {
  const places = usePlaces().map(({ address }) => address)
  return [workAddress('all'), '/chat'].find((one) => places.includes(one)) ?? places[0]!
}
