import { z } from 'zod'
import { consoleEndpoint } from './endpoint.ts'
import { anyId, memberId } from './fields.ts'
import { candidate, workKind } from './work.ts'

export const weighMember = consoleEndpoint({
  method: 'GET',
  path: '/api/console/work/weigh/{kind}/{id}/{memberId}',
  access: 'work.see',
  summary: 'How well a member fits money without an owner, and what speaks for it and against it.',
  rate: 'read',
  input: z.object({ kind: workKind, id: anyId, memberId }),
  output: candidate,
  refusals: ['NOT_FOUND'],
})
