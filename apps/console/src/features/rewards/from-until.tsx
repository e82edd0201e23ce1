import { WholeTime } from '#ui/show/time.tsx'
import { useRewardsText } from './text/rewards-text.ts'

type Times = { from: string | null; until: string | null }

export function FromUntil({ times: { from, until } }: { times: Times }) {
  const text = useRewardsText()
  return (
    <>
      {from && (
        <>
          {text.from} <WholeTime at={from} />{' '}
        </>
      )}
      {until && (
        <>
          {text.until} <WholeTime at={until} />
        </>
      )}
    </>
  )
}

/** When members have what takes effect at once: what has times of its own is theirs in these. */
export function AtOnce({ times }: { times: Times }) {
  const text = useRewardsText()
  if (times.from === null && times.until === null) return text.saving.atOnce
  return (
    <>
      {text.inItsTime} <FromUntil times={times} />
    </>
  )
}
