import { visitPage, type Visit, type VisitOptions } from './lighthouse.ts'

/** One visit in a separate process, which yields to the browser it has started. */
export type VisitResult = { visit: Visit } | { fault: string }

process.on('message', (options: VisitOptions) => {
  visitPage(options).then(
    (visit) => reply({ visit }),
    (error: unknown) => reply({ fault: (error as Error).message }),
  )
})
// Ends its browser too when the bench is stopped midway.
process.on('disconnect', () => process.kill(process.pid, 'SIGINT'))

function reply(result: VisitResult): void {
  process.send!(result)
}
