import { z } from 'zod'
import { consoleEndpoint } from './endpoint.ts'
import { cursor } from './fields.ts'
import { searchLengthMax } from './limits.ts'
import { memberRow } from './members.ts'

export const listMembers = consoleEndpoint({
  method: 'GET',
  path: '/api/console/members/list',
  access: 'members.see',
  summary: 'All members, the newest first, by key.',
  rate: 'read',
  input: z.object({ after: cursor.optional() }),
  output: z.object({ members: z.array(memberRow), next: cursor.nullable() }),
  refusals: [],
})

export const searchMembers = consoleEndpoint({
  method: 'POST',
  path: '/api/console/members/search',
  access: 'members.see',
  summary:
    'Members by phone, name, account number, id, reference, amount with a day or time, address of a login, or name at a game; at most twenty, best first.',
  rate: 'search',
  input: z.object({ words: z.string().trim().min(2).max(searchLengthMax) }),
  output: z.object({ members: z.array(memberRow), isCut: z.boolean() }),
  refusals: [],
})
