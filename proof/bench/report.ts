/** One figure of a bench. */
export type Figure = {
  /** Dotted, from the bench's own name down: `ledger.uniform.ratio`. */
  readonly name: string
  readonly value: number
  /** As a reader expects it: `ms`, `1/s`, `KB`, `ratio`. */
  readonly unit: string
  /** The promised value, as text with its direction: `>= 5`, `<= 80`. */
  readonly target?: string
  /** Whether the target is met; when omitted, it is computed from the target. */
  readonly ok?: boolean
}

export type Report = (figure: Figure) => void

export type BenchOptions = {
  /** Set by `--long`: more rounds, for figures that go into a document. */
  readonly long: boolean
  /** Set by `--proxy`: through HAProxy with the file of deploy/, where the bench knows it. */
  readonly proxy: boolean
}

/** The export `bench` of a file `proof/bench/<name>.bench.ts`. */
export type Bench = {
  readonly name: string
  /** The rows of docs/requirements.md that are proven when every target is met. */
  readonly proves?: readonly string[]
  readonly run: (report: Report, options: BenchOptions) => Promise<void>
}

export type JudgedFigure = {
  name: string
  value: number
  unit: string
  target: string | null
  /** Null where there is no target. */
  ok: boolean | null
}

const targetForm = /^(<=|>=|<|>|=)\s*(-?\d+(?:\.\d+)?)$/

export function judgeFigure({ name, value, unit, target, ok }: Figure): JudgedFigure {
  return { name, value, unit, target: target ?? null, ok: ok ?? meetsTarget(value, target) }
}

function meetsTarget(value: number, target: string | undefined): boolean | null {
  if (target === undefined) return null
  const [, sign, limitText] = targetForm.exec(target) ?? []
  if (!sign) throw new Error(`a target reads like ">= 5", not "${target}"`)
  const limit = Number(limitText)
  if (sign === '<=') return value <= limit
  if (sign === '>=') return value >= limit
  if (sign === '<') return value < limit
  if (sign === '>') return value > limit
  return value === limit
}

export function formatFigures(figures: readonly JudgedFigure[]): string {
  const rows = [
    ['figure', 'value', 'unit', 'target', ''],
    ...figures.map(({ name, value, unit, target, ok }) => [
      name,
      formatValue(value),
      unit,
      target ?? '',
      ok === null ? '' : ok ? 'met' : 'MISSED',
    ]),
  ]
  const widths = [0, 1, 2, 3].map((column) => Math.max(...rows.map((row) => row[column]!.length)))
  return rows
    .map(([name = '', value = '', unit = '', target = '', verdict = '']) =>
      [
        name.padEnd(widths[0]!),
        value.padStart(widths[1]!),
        unit.padEnd(widths[2]!),
        target.padEnd(widths[3]!),
        verdict,
      ]
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/** Three significant digits, and no more. */
function formatValue(value: number): string {
  if (Number.isInteger(value)) return value.toLocaleString('en')
  return value.toLocaleString('en', { maximumSignificantDigits: Math.abs(value) >= 100 ? 4 : 3 })
}
