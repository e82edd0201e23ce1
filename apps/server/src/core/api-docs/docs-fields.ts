import type { Schema } from './openapi-types.ts'
import { escapeHtml } from '../page/escape.ts'

const refStart = '#/components/schemas/'

/** Renders a schema as tables of fields; a choice of several shapes becomes one table each. */
export function renderShape(schema: Schema, caption: string): string {
  const choices = choicesOf(schema)
  if (choices !== null && choices.some((choice) => choice.properties !== undefined)) {
    return choices
      .map((choice, at) => {
        const heading = at === 0 ? 'Either' : 'or'
        return `<p class="or">${heading}</p>${renderShape(choice, caption)}`
      })
      .join('')
  }
  const rows = rowsOf(schema, '')
  if (rows.length === 0) return `<p>${renderType(schema)}</p>${describe(schema)}`
  return `<table><caption>${escapeHtml(caption)}</caption><thead><tr><th scope="col">Field</th><th scope="col">Value</th></tr></thead><tbody>${rows.join('')}</tbody></table>`
}

function rowsOf(schema: Schema, prefix: string): string[] {
  if (schema.items !== undefined) {
    return rowsOf(schema.items, `${prefix}[]`)
  }
  const { properties = {}, required = [] } = schema
  return Object.entries(properties).flatMap(([name, field]) => {
    const path = prefix === '' ? name : `${prefix}.${name}`
    const mark = required.includes(name) ? '' : ' <span class="needed">optional</span>'
    const row = `<tr><th scope="row"><code>${escapeHtml(path)}</code>${mark}</th><td>${renderType(field)}${describe(field)}</td></tr>`
    return [row, ...rowsOf(present(field), path)]
  })
}

/** A nullable field has the fields of its non-null shape. */
function present(schema: Schema): Schema {
  const others = choicesOf(schema)?.filter((choice) => choice.type !== 'null')
  return others?.length === 1 ? others[0]! : schema
}

function describe(schema: Schema): string {
  const { description } = schema
  return description === undefined ? '' : `<small>${escapeHtml(description)}</small>`
}

/** The type of a value in a few words, with a link where it has a name. */
export function renderType(schema: Schema): string {
  if (schema.$ref !== undefined) {
    const name = escapeHtml(schema.$ref.slice(refStart.length))
    return `<a href="#${name}">${name}</a>`
  }
  const choices = choicesOf(schema)
  if (choices !== null) return choices.map(renderType).join(' or ')
  if ('const' in schema) return `<code>${escapeHtml(JSON.stringify(schema.const))}</code>`
  if (schema.enum !== undefined) {
    return `one of ${schema.enum.map((value) => `<code>${escapeHtml(String(value))}</code>`).join(', ')}`
  }
  const type = schema.type
  if (schema.items !== undefined) return `list of ${renderType(schema.items)}`
  if (schema.format === 'date-time') return 'time'
  if (schema.format === 'binary') return 'file'
  const names = Array.isArray(type) ? type : [type ?? 'anything']
  return escapeHtml(names.join(' or ') + boundsOf(schema))
}

function boundsOf(schema: Schema): string {
  const { minimum, maximum, minLength, maxLength, pattern } = schema
  const bounds = []
  if (minimum !== undefined) bounds.push(`at least ${minimum}`)
  if (maximum !== undefined) bounds.push(`at most ${maximum}`)
  if (maxLength !== undefined) bounds.push(`${minLength ?? 0} to ${maxLength} characters`)
  if (pattern !== undefined) bounds.push(`like ${pattern}`)
  return bounds.length === 0 ? '' : `, ${bounds.join(', ')}`
}

function choicesOf(schema: Schema): Schema[] | null {
  return schema.oneOf ?? schema.anyOf ?? null
}
