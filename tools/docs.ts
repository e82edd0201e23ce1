import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { everyGroup } from '../apps/server/src/kapao/every-group.ts'
import { commandPage, commandPagePath } from './reports/command-page.ts'
import { repository } from './run-tool.ts'

writeFileSync(join(repository, commandPagePath), commandPage(everyGroup))
console.log(`Written: ${commandPagePath}`)
