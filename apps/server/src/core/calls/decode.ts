import type { z } from 'zod'
import { Refused } from '../refused.ts'

export type PathParams = Readonly<Record<string, string | undefined>>

/** Validates the fields of path and body together against the contract, and names the first wrong one. */
export function decodeInput<S extends z.ZodObject>(
  schema: S,
  params: PathParams,
  body: unknown,
): z.output<S> {
  const result = schema.safeDecode(mergeFields(params, body) as z.input<S>)
  if (!result.success) throw refusalOfIssue(result.error.issues[0])
  return result.data
}

function mergeFields(params: PathParams, body: unknown): object {
  for (const name in params) {
    const value = params[name]
    if (value !== undefined && !isStorable(value))
      throw new Refused('KEY_INVALID', `${name} is not text`)
  }
  if (body === undefined || body === null) return params
  if (typeof body !== 'object' || Array.isArray(body))
    throw new Refused('KEY_INVALID', 'the body must be a JSON object')
  return { ...body, ...params }
}

function refusalOfIssue(issue: z.core.$ZodIssue | undefined): Refused {
  if (!issue) return new Refused('KEY_INVALID')
  const name = issue.path.map(String).join('.')
  if (
    issue.code === 'invalid_type' &&
    issue.input === undefined &&
    issue.message.endsWith('received undefined')
  )
    return new Refused('KEY_MISSING', `${name} is missing`)
  if (issue.code === 'unrecognized_keys')
    return new Refused('KEY_INVALID', 'a field is not known here')
  return new Refused('KEY_INVALID', name ? `${name}: ${issue.message}` : issue.message)
}

/** PostgreSQL stores neither NUL nor half of a surrogate pair, so both are refused. */
function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}

/** Parses JSON as callers may send it; an empty body has no fields. */
export function parseJson(text: string): unknown {
  if (text === '') return null
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new Refused('KEY_INVALID', 'the body is not JSON')
  }
  // Harmful names and texts need an escape or a listed name, so most bodies are not walked.
  if (text.includes('\\u') || harmfulNames.some((name) => text.includes(name))) refuseHarmful(value)
  return value
}

const harmfulNames = ['__proto__', 'constructor', 'prototype']

/** Walks with its own stack: a body can be nested deeper than the call stack. */
function refuseHarmful(value: unknown): void {
  const open: unknown[] = [value]
  while (open.length > 0) {
    const part = open.pop()
    if (typeof part === 'string' && !isStorable(part))
      throw new Refused('KEY_INVALID', 'a text holds characters that cannot be kept')
    if (typeof part !== 'object' || part === null) continue
    for (const [name, inner] of Object.entries(part)) {
      if (harmfulNames.includes(name) || !isStorable(name))
        throw new Refused('KEY_INVALID', 'a field is not known here')
      open.push(inner)
    }
  }
}
