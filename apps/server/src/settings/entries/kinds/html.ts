const tagsAllowed = new Set(
  'p br hr b strong i em u s small span blockquote ul ol li h2 h3 h4 a'.split(' '),
)
const tagsWithoutEnd = new Set(['br', 'hr'])

/** Only the plainest spelling of a tag is accepted, so that no markup that browsers tolerate can hide in it. */
const tagForm = /^<(\/?)([a-z][a-z0-9]*)((?: [a-z]+="[^"<>]*")*) ?\/?>/
// After the first slash no second one, nor an entity or a backslash that a browser would read as one.
const linkForm = /^ href="(https?:\/\/|tel:|mailto:|\/(?![/&]))[^"\s\\]*"$/

/** Describes what is wrong with a text that will be shown as HTML; null when it is safe. */
export function findUnsafeHtml(text: string): string | null {
  const open: string[] = []
  for (let at = text.indexOf('<'); at !== -1; at = text.indexOf('<', at + 1)) {
    const match = tagForm.exec(text.slice(at))
    if (!match) return `has a "<" that does not begin a plain tag: ${excerpt(text, at)}`
    const [, slash, tag = '', attributes = ''] = match
    const problem = slash ? closeTag(open, tag, attributes) : openTag(open, tag, attributes)
    if (problem) return problem
  }
  return open.length === 0 ? null : `never closes <${open.at(-1)}>`
}

function openTag(open: string[], tag: string, attributes: string): string | null {
  if (!tagsAllowed.has(tag))
    return `must not use <${tag}>; allowed are ${[...tagsAllowed].join(', ')}`
  if (attributes !== '' && !(tag === 'a' && linkForm.test(attributes)))
    return `must not use${attributes} in <${tag}>; the only attribute is href of <a>, with https:, http:, tel:, mailto: or a path`
  if (!tagsWithoutEnd.has(tag)) open.push(tag)
  return null
}

function closeTag(open: string[], tag: string, attributes: string): string | null {
  const expected = open.pop()
  if (expected === tag && attributes === '') return null
  return `has </${tag}> where ${expected ? `</${expected}>` : 'nothing'} is to be closed`
}

function excerpt(text: string, at: number): string {
  return text.slice(at, at + 30).replaceAll(/\s+/g, ' ')
}
