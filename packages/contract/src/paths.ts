/**
 * Path templates of the contract: `{name}` is a parameter, a last part in `[/...]` is optional. This file imports
 * nothing, so that the page may load it at run time.
 */

const parameter = /\{(\w+)\}/g
const optionalPart = /\[(.*)\]$/

/** The template split into the constant part and the optional last part. */
export function splitTemplate(template: string): { path: string; optional: string } {
  const optional = optionalPart.exec(template)?.[1] ?? ''
  return { path: template.replace(optionalPart, ''), optional }
}

/** The names in a template, in order, including those of the optional part. */
export function parametersOf(template: string): string[] {
  return [...template.matchAll(parameter)].map(([, name = '']) => name)
}

/** Puts the fields of an input into the template; the remaining fields belong in the body. */
export function fillTemplate(
  template: string,
  input: Readonly<Record<string, unknown>>,
): { path: string; body: Record<string, unknown> } {
  const { path, optional } = splitTemplate(template)
  const body = { ...input }
  const fill = (part: string) =>
    part.replace(parameter, (_whole, name: string) => {
      const value = body[name]
      // An empty part would turn the address into that of another call.
      if (typeof value !== 'string' || value === '') throw new Error(`${template} needs ${name}`)
      delete body[name]
      return encodeURIComponent(value)
    })
  const given = parametersOf(optional).every(
    (name) => body[name] !== undefined && body[name] !== '',
  )
  return { path: fill(path) + (given ? fill(optional) : ''), body }
}
