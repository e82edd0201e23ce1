import { openSystem } from './system/open.ts'
import { openProcess } from './system/open-process.ts'

const { system, reportReady } = await openProcess('worker', openSystem)

system.jobs.start()
await reportReady({})
