import { openProcess } from './system/open-process.ts'

const { system, tellReady } = await openProcess('worker')

system.jobs.start()
await tellReady({})
