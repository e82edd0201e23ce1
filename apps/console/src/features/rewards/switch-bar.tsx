import type { ConsoleCallOutput } from '@kapao/contract/console/calls'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useText } from '#core/i18n.tsx'
import { instantOf } from '#core/local-time.ts'
import { call } from '#core/send.ts'
import { FaultNote } from '#ui/feedback/notes.tsx'
import { showToast } from '#ui/feedback/toasts.tsx'
import { Button } from '#ui/form/button.tsx'
import { useFaultText } from '#shared/faults/fault-text.ts'
import { PlanTimes } from '#shared/plans/plan-times.tsx'
import { isUntimed, noTimes } from '#shared/plans/times.ts'
import { useWaitsText } from '#shared/waits.ts'
import { RewardLookNote } from './costs.tsx'
import { AtOnce, FromUntil } from './from-until.tsx'
import beside from '#ui/beside/beside.module.css'
import styles from './rewards.module.css'
import { useRewardsText } from './text/rewards-text.ts'
import { readRewardsAgain } from './use-definition.ts'

const lookCall = 'POST /api/console/rewards/look'
const switchCall = 'POST /api/console/rewards/switch'
type Reward = ConsoleCallOutput<'GET /api/console/rewards/one/{kind}/{code}'>

const running: readonly string[] = ['on', 'begins', 'over', 'full']

type Turn = ReturnType<typeof useTurn>

/** Offers it to members or no longer; whom switching it on would wait for stands there before the click. */
export function SwitchBar({ reward, isDirty }: { reward: Reward; isDirty: boolean }) {
  const text = useRewardsText()
  const { row, active } = reward
  const [times, setTimes] = useState(noTimes)
  const isWheel = row.kind === 'wheel'
  const isOn = running.includes(row.state)
  const own = isWheel ? { from: null, until: null } : row
  const seen = isWheel ? (active?.seen ?? null) : reward.seen
  const about = { kind: row.kind, code: row.code, seen }
  const window = { from: instantOf(times.from) || null, until: instantOf(times.until) || null }
  const isTimed = times.from !== '' || times.until !== ''
  const wish = { ...about, isOn: true, ...(isWheel && window) }
  const isThis = active?.code === row.code && String(active.version) === reward.seen
  // A newer version, or other times, may be put in the place of the one that is on.
  const mayBeOn = !isOn || (isWheel && (!isThis || isTimed))
  const isTimeless = isUntimed(times)
  const look = useTurnLook(wish, mayBeOn && !isDirty && !isTimeless)
  const turn = useTurn()
  const faultText = useFaultText()
  if (isDirty) return null
  return (
    <section className={styles.card} aria-label={text.switching}>
      <h3>{text.switching}</h3>
      {active && <ActiveWheel active={active} turn={turn} />}
      {isWheel && <Replaced reward={reward} isTimed={isTimed} />}
      {isWheel && (
        <div className={beside.tools}>
          <PlanTimes
            text={{ from: text.begin, until: text.end }}
            times={times}
            onChange={setTimes}
          />
        </div>
      )}
      {mayBeOn && !isTimeless && (
        <RewardLookNote
          look={look}
          atOnce={times.from === '' ? <AtOnce times={own} /> : text.noSecond}
        />
      )}
      {turn.error && <FaultNote>{faultText(turn.error)}</FaultNote>}
      <div className={beside.tools}>
        {mayBeOn && (
          <Button
            look="primary"
            isBusy={turn.isPending}
            isDisabled={look.data?.state === 'refused' || isTimeless}
            onPress={() => turn.mutate(wish)}
          >
            {look.data?.state === 'waits' ? text.saving.ask : text.switchOn}
          </Button>
        )}
        {isOn && (
          <Button isBusy={turn.isPending} onPress={() => turn.mutate({ ...about, isOn: false })}>
            {text.switchOff}
          </Button>
        )}
      </div>
    </section>
  )
}

type Active = NonNullable<Reward['active']>

function isSameWheel(one: Active['lasting'], other: NonNullable<Active['lasting']>): boolean {
  return one?.code === other.code && one.version === other.version
}

/** What members see, or will see for a time; a time can be ended, and leaves what they see for good. */
function ActiveWheel({ active, turn }: { active: Active; turn: Turn }) {
  const text = useRewardsText()
  const { code, version, from, until, seen, lasting } = active
  const around = isSameWheel(lasting, active) ? null : lasting
  return (
    <>
      <p>
        {text.shown(code, version)} <FromUntil times={{ from, until }} />
      </p>
      {around && (
        <>
          <p>{text.outside(around.code, around.version)}</p>
          <EndTime wish={{ kind: 'wheel', seen, ...around, isOn: true }} turn={turn} />
        </>
      )}
    </>
  )
}

/** Members see the one around it again, which may wait like any other switch. */
function EndTime({ wish, turn }: { wish: Wish; turn: Turn }) {
  const text = useRewardsText()
  const look = useTurnLook(wish, true)
  return (
    <>
      <RewardLookNote look={look} atOnce={text.endsAtOnce} />
      <div className={beside.tools}>
        <Button
          isBusy={turn.isPending}
          isDisabled={look.data?.state === 'refused'}
          onPress={() => turn.mutate(wish)}
        >
          {look.data?.state === 'waits' ? text.askToEnd : text.plan.end}
        </Button>
      </div>
    </>
  )
}

/** What becomes of the one that members see; what is there for good comes back after a time. */
function Replaced({ reward, isTimed }: { reward: Reward; isTimed: boolean }) {
  const text = useRewardsText()
  const { row, active, seen } = reward
  const lasting = active?.lasting ?? null
  if (isTimed) {
    const isOwn = isSameWheel(lasting, { code: row.code, version: Number(seen) })
    return (
      <p>{lasting && !isOwn ? text.outside(lasting.code, lasting.version) : text.outsideNone}</p>
    )
  }
  const codes = [active?.code, lasting?.code].filter((one) => one !== undefined)
  const others = [...new Set(codes)].filter((one) => one !== row.code)
  return others.length > 0 && <p>{text.replaces(others.join(', '))}</p>
}

type Wish = Parameters<typeof call<typeof switchCall>>[1]

function useTurnLook(wish: Wish, isEnabled: boolean) {
  return useQuery({
    queryKey: [lookCall, wish],
    queryFn: () => call(lookCall, wish),
    enabled: isEnabled,
    gcTime: 0,
    retry: false,
  })
}

function useTurn() {
  const { work } = useText()
  const text = useRewardsText()
  const waitsText = useWaitsText()
  return useMutation({
    mutationFn: (wish: Wish) => call(switchCall, wish),
    onSuccess: (answer, { isOn }) => {
      const done = isOn ? text.nowOn : text.nowOff
      showToast(answer.state === 'waits' ? waitsText(answer, work.nowWaits) : done)
    },
    onSettled: readRewardsAgain,
  })
}
