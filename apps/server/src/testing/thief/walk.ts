import { chanceOf } from './chance.ts'
import { judgeOperators } from './judge-operators.ts'
import { judge, type Finding } from './oracle.ts'
import { promised, readBooks } from './read-books.ts'
import { crookedScenes } from './scenes/crooked.ts'
import { honestScenes } from './scenes/honest.ts'
import { deskScenes } from './scenes/desk.ts'
import { nameScenes } from './scenes/names.ts'
import { operatorScenes } from './scenes/operators.ts'
import type { Cast, ThiefAct } from './scenes/scene.ts'
import { strangerScenes } from './scenes/strangers.ts'
import { openThiefWorld, type ThiefWorld } from './world.ts'

/** Everybody's scenes; those of other actors are added here. */
const allScenes: readonly ThiefAct[] = [
  ...honestScenes,
  ...deskScenes,
  ...crookedScenes,
  ...strangerScenes,
  ...operatorScenes,
  ...nameScenes,
]

type Walk = {
  seed: number
  steps: number
  /** Scenes of these rows are left out. */
  without: readonly number[]
  /** Only scenes of these rows, and often, alongside honest acts. */
  only: readonly number[] | null
  aloneMustBeListed: boolean
  /** Ends with the first finding. */
  untilFound?: boolean
}

type ThiefFinding = Finding & {
  step: number
  /** The row whose scene was played when it was found; null where it was an honest one. */
  row: number | null
  /** The steps that led to it, by everyone concerned. */
  story: string[]
}

type WalkResult = { found: ThiefFinding[]; steps: number; violations: unknown[] }

type RunningAct = { scene: ThiefAct; cast: Cast; play: ReturnType<ThiefAct['play']> }
type Step = { text: string; who: readonly string[] }

/** Members, pairs and operators act step by step, and after each step the outside parties' books are read. */
export async function walk(asked: Walk): Promise<WalkResult> {
  const chance = chanceOf(asked.seed)
  const world = await openThiefWorld(chance)
  try {
    const found: ThiefFinding[] = []
    const story: Step[] = []
    const running: RunningAct[] = []
    const known = new Map<string, bigint>()
    for (let step = 1; step <= asked.steps; step += 1) {
      const one = next(world, running, choose(asked))
      const done = await one.play.next()
      if (done.done) running.splice(running.indexOf(one), 1)
      if (done.done) continue
      story.push(stepOf(step, one, done.value))
      const seen = [
        ...judge(await readBooks(world), promised(asked.aloneMustBeListed)),
        ...(await judgeOperators(world.database.db)),
        ...world.noticed.splice(0),
      ]
      for (const finding of seen) {
        const before = known.get(`${finding.what} ${finding.memberId}`) ?? 0n
        if (finding.over <= before) continue
        known.set(`${finding.what} ${finding.memberId}`, finding.over)
        found.push(foundOf(finding, { step, one, story }))
      }
      if (asked.untilFound && found.length > 0) break
    }
    return { found, steps: story.length, violations: await world.violations() }
  } finally {
    await world.close()
  }
}

/** Each scene as often as its weight; a wanted row comes as often as all others together. */
function choose({ without, only }: Walk): readonly ThiefAct[] {
  return allScenes.flatMap((scene) => {
    const { row, weight } = scene
    if (row === null) return Array<ThiefAct>(weight).fill(scene)
    if (without.includes(row) || only?.includes(row) === false) return []
    return Array<ThiefAct>(only ? wantedWeight : weight).fill(scene)
  })
}

const runningMax = 2
const wantedWeight = 20

/** The next step of a running scene, or a new scene of an idle pair. */
function next(world: ThiefWorld, running: RunningAct[], scenes: readonly ThiefAct[]): RunningAct {
  const { chance } = world
  if (running.length >= runningMax || (running.length > 0 && chance.percent(75)))
    return chance.oneOf(running)
  const free = pairs(world).filter(
    ({ me }) => !running.some(({ cast }) => cast.me === me || cast.friend === me),
  )
  const cast = chance.oneOf(free)
  const scene = chance.oneOf(scenes)
  const started = { scene, cast, play: scene.play(world, cast) }
  running.push(started)
  return started
}

function pairs({ members }: ThiefWorld): Cast[] {
  return members.map((me, at) => ({ me, friend: members[at % 2 ? at - 1 : at + 1]! }))
}

const stepOf = (step: number, { scene, cast }: RunningAct, text: string): Step => ({
  text: `${step}. ${cast.me.called} (${scene.name}): ${text}`,
  who: [cast.me.id, cast.friend.id],
})

function foundOf(
  finding: Finding,
  { step, one, story }: { step: number; one: RunningAct; story: readonly Step[] },
): ThiefFinding {
  const { memberId } = finding
  const isTheirs = ({ who }: Step) => memberId === 'operators' || who.includes(memberId)
  const texts = story.filter(isTheirs).map(({ text }) => text)
  return { ...finding, step, row: one.scene.row, story: texts }
}
