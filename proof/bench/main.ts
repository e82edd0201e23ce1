import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { formatFigures, judgeFigure, type Bench, type JudgedFigure } from './report.ts'

const { values, positionals } = parseArgs({
  options: { json: { type: 'boolean' }, long: { type: 'boolean' }, proxy: { type: 'boolean' } },
  allowPositionals: true,
})

const ending = '.bench.ts'
const folder = import.meta.dirname
const names = readdirSync(folder)
  .filter((name) => name.endsWith(ending))
  .map((name) => name.slice(0, -ending.length))
  .toSorted()

const unknown = positionals.filter((name) => !names.includes(name))
if (unknown.length > 0) {
  console.error(`no bench ${unknown.join(', ')}; there are: ${names.join(', ')}`)
  process.exitCode = 1
} else {
  await runAll(positionals.length > 0 ? positionals : names)
}

/** One after the other, so that no bench is measured while another one runs. */
async function runAll(wanted: readonly string[]): Promise<void> {
  const options = { long: !!values.long, proxy: !!values.proxy }
  const figures: JudgedFigure[] = []
  const failed: string[] = []
  for (const name of wanted) {
    if (!values.json) console.error(`running ${name} ...`)
    try {
      const { bench } = (await import(join(folder, name + ending))) as { bench: Bench }
      await bench.run((figure) => keep(figures, judgeFigure(figure)), options)
    } catch (error) {
      failed.push(name)
      console.error(`${name} could not be measured:`, error)
    }
  }
  if (!values.json) console.log(formatFigures(figures))
  // With --json every finding is a result; for a person a missed target is an error.
  const missed = figures.some(({ ok }) => ok === false)
  process.exitCode = !values.json && (missed || failed.length > 0) ? 1 : 0
}

function keep(figures: JudgedFigure[], figure: JudgedFigure): void {
  figures.push(figure)
  if (values.json) console.log(JSON.stringify(figure))
}
