import type { Answer } from '../call.ts'

export function fault(status: number, code: string): Answer {
  return xml(status, `<Error><Code>${code}</Code><Message>${code}</Message></Error>`)
}

export function xml(status: number, body: string): Answer {
  return { status, type: 'application/xml', text: `<?xml version="1.0" encoding="UTF-8"?>${body}` }
}
