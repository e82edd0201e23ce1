import type { Fact, Panel } from '@kapao/contract/console/work'
import type { Queryable } from '#core/db/db.ts'
import type { DepositReport } from './report-store.ts'
import type { Deposit } from './store.ts'

export type ReadSlips = (on: Queryable, slips: readonly string[]) => Promise<Panel[]>

export function slipsOf(reports: readonly Pick<DepositReport, 'channel' | 'eventId'>[]): string[] {
  return reports.filter(({ channel }) => channel === 'slip').map(({ eventId }) => eventId)
}

/** What its slips show. A slip is called credited only while its money is where it went. */
export async function slipPanels(
  readSlips: ReadSlips,
  on: Queryable,
  { state, reports }: Pick<Deposit, 'state'> & { reports: readonly DepositReport[] },
): Promise<Panel[]> {
  const panels = await readSlips(on, slipsOf(reports))
  if (state === 'credited') return panels
  const isUntrue = ({ value }: Fact) => value.form === 'code' && value.code === 'credited'
  return panels.map((panel) => ({
    ...panel,
    facts: panel.facts.filter((fact) => !isUntrue(fact)),
  }))
}
