import type { TalkRow } from '@kapao/contract/console/inbox'
import { useText } from '#core/i18n.tsx'
import { Button } from '#ui/form/button.tsx'
import { Badge } from '#ui/show/badge.tsx'
import { WholeTime } from '#ui/show/time.tsx'

type Props = { talk: TalkRow; onBlock: (isOn: boolean) => void; isBusy: boolean }

/** An abusive guest is blocked for a day, and let in again in the same place. */
export function Block({ talk: { memberId, blockedUntil, blocks = 0 }, onBlock, isBusy }: Props) {
  const text = useText()
  if (memberId !== null) return null
  return (
    <>
      {blockedUntil ? (
        <Badge tone="minus">
          {text.inbox.blockedUntil} <WholeTime at={blockedUntil} />
        </Badge>
      ) : (
        blocks > 0 && <Badge>{text.inbox.blockedBefore(blocks)}</Badge>
      )}
      <Button look="quiet" isBusy={isBusy} onPress={() => onBlock(!blockedUntil)}>
        {blockedUntil ? text.inbox.unblock : text.inbox.block}
      </Button>
    </>
  )
}
