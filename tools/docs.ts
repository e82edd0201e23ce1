import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { everyGroup } from '../apps/server/src/kapao/every-group.ts'
import { commandPage, commandPagePath } from './reports/command-page.ts'
import { mapPath, withFloors } from './reports/floor-map.ts'
import { repository } from './run-tool.ts'
import { readSourceFiles } from './tidy/source-files.ts'

writeFileSync(join(repository, commandPagePath), commandPage(everyGroup))
writeFileSync(join(repository, mapPath), withFloors(readSourceFiles(repository)))
console.log(`Written: ${commandPagePath}, ${mapPath}`)
