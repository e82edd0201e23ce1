import { prepareBrowser } from './browser.ts'
import { runCheck } from './check.ts'
import { installMissing } from '../proof/cluster/packages.ts'
import { repository } from './run-tool.ts'
import { NoSuchTests, readChoice, type Choice } from './testing/choice.ts'
import { addUp, mayTryAgain, type Count } from './testing/counts.ts'
import { runDrill, runJourneys, runUnit } from './testing/programs.ts'
import { describeSample, settleRun } from './testing/settings.ts'
import { readSourceFiles } from './tidy/source-files.ts'

type Step = { name: string; run: () => Promise<Count> }
type Ran = { name: string; count: Count; seconds: number }

/** Printed at the end, where they are easily found. */
const failures: string[] = []
const slow: string[] = []
/** If only a few files failed, they run once more, with nothing else running. */
const again = { files: [] as string[], failed: 0 }

const choice = readChoiceOrEnd()
// Who names a room wants all of its tests.
const drawn = settleRun(choice.isProof)
const leftOut = choice.withCheck ? (drawn?.leftOut ?? []) : []
const sample = describeSample(drawn && { ...drawn, leftOut })
say(sample)
const ran: Ran[] = []
// One after the other: journeys and tests in parallel on two processors exceed each other's time limits.
for (const step of stepsOf(choice)) ran.push(await runStep(step))
if (again.files.length > 0) ran.push(await runStep({ name: 'once more', run: runAgain }))

const total = addUp(ran.map(({ count }) => count))
say(`\n${ran.map(describe).join('\n')}\n  ${sample}\n`)
for (const failure of failures) say(failure)
for (const title of slow) say(`slow without a tag (docs/testing.md, long tests): ${title}`)
say(`${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed === 0 ? 0 : 1

function readChoiceOrEnd(): Choice {
  try {
    const paths = readSourceFiles(repository).map(({ path }) => path)
    return readChoice(process.argv.slice(2), paths)
  } catch (error) {
    if (!(error instanceof NoSuchTests)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exit(2)
  }
}

function stepsOf({ unit, e2e, withCheck }: Choice): Step[] {
  const hasUnit = unit === null || unit.length > 0
  const hasJourneys = e2e === null || e2e.length > 0
  const browser: Step = {
    name: 'browser',
    run: async () => {
      prepareBrowser(say)
      return { passed: 0, failed: 0 }
    },
  }
  const check: Step = {
    name: 'check',
    run: async () => ({ passed: 0, failed: (await runCheck()) ? 0 : 1 }),
  }
  const drill: Step = {
    name: 'drill',
    run: () => {
      installMissing(say)
      return runDrill(leftOut)
    },
  }
  return [
    ...(hasJourneys ? [browser] : []),
    ...(withCheck ? [check] : []),
    ...(hasUnit ? [{ name: 'unit and integration', run: () => runUnitOnce(unit ?? []) }] : []),
    ...(hasJourneys ? [{ name: 'e2e', run: () => runJourneysOnce(e2e ?? []) }] : []),
    ...(withCheck ? [drill] : []),
  ]
}

async function runUnitOnce(chosen: readonly string[]): Promise<Count> {
  const { count, files, titles, slow: found } = await runUnit({ files: chosen, leftOut })
  slow.push(...found)
  for (const title of titles) failures.push(`failed: ${title}`)
  // Who names a room is at work on it and sees each failure once.
  if (chosen.length > 0 || !mayTryAgain(files)) return count
  again.files = files
  again.failed = count.failed
  return { passed: count.passed, failed: 0 }
}

async function runJourneysOnce(files: readonly string[]): Promise<Count> {
  const { count, titles, slow: found, again: retried } = await runJourneys({ files, leftOut })
  slow.push(...found)
  for (const title of titles) failures.push(`failed twice: ${title}`)
  for (const title of retried) failures.push(`passed only at its second try: ${title}`)
  return count
}

/** Tests of these files that passed the first time are counted already. */
async function runAgain(): Promise<Count> {
  const { count, titles } = await runUnit({ files: again.files, leftOut })
  for (const title of titles) failures.push(`failed again: ${title}`)
  for (const failure of failures.splice(0)) {
    const isGone =
      failure.startsWith('failed: ') && !titles.includes(failure.slice('failed: '.length))
    failures.push(isGone ? failure.replace('failed', 'passed only at its second try') : failure)
  }
  return { passed: Math.max(0, again.failed - count.failed), failed: count.failed }
}

/** A crashed step is shown and counted, and the others still run. */
async function runStep({ name, run }: Step): Promise<Ran> {
  say(`\n== ${name}`)
  const begin = performance.now()
  const count = await run().catch((error: Error): Count => {
    process.stderr.write(`${error.message}\n`)
    return { passed: 0, failed: 1 }
  })
  return { name, count, seconds: (performance.now() - begin) / 1000 }
}

function describe({ name, count, seconds }: Ran): string {
  const verdict = count.failed === 0 ? 'ok' : 'FAILED'
  const figures = count.passed > 0 ? `${count.passed} passed` : ''
  return `  ${name.padEnd(22)}${verdict.padEnd(8)}${`${seconds.toFixed(1)} s`.padStart(8)}   ${figures}`.trimEnd()
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
