import { visitPage, type Visit, type VisitOptions } from './lighthouse.ts'

/** One visit in a process of its own, which gives way to the browser it has started. */
export type Told = { visit: Visit } | { fault: string }

process.on('message', (options: VisitOptions) => {
  visitPage(options).then(
    (visit) => tell({ visit }),
    (error: unknown) => tell({ fault: (error as Error).message }),
  )
})
// Takes its browser with it where the bench was stopped in the middle.
process.on('disconnect', () => process.kill(process.pid, 'SIGINT'))

function tell(told: Told): void {
  process.send!(told)
}
