import { parseArgs } from 'node:util'
import { servedCalls } from '../apps/server/src/system/open.ts'
import { calls, nameOfCall } from '../packages/contract/src/calls.ts'
import {
  formatCalls,
  markServed,
  summarize,
  unknownCalls,
  type ContractCall,
} from './reports/call-table.ts'

const { values } = parseArgs({ options: { json: { type: 'boolean' } } })

const contract: ContractCall[] = calls.map((call) => ({
  method: call.method,
  path: call.path,
  access: call.access,
  row: 'row' in call ? call.row : null,
}))
const served = new Set<string>(servedCalls().map(nameOfCall))
const marked = markServed(contract, served)

if (values.json) console.log(JSON.stringify({ ...summarize(marked), calls: marked }))
else console.log(formatCalls(marked))

const unknown = unknownCalls(contract, served)
if (unknown.length > 0) {
  console.error(`served, but not in the contract: ${unknown.join(', ')}`)
  process.exitCode = 1
}
