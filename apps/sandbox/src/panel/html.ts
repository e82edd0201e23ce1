const markup = Symbol('markup')

/** Text that is already markup. The key is a symbol, so that no parsed JSON can be mistaken for it. */
export type Html = { readonly [markup]: string }

type Part = Html | string | number | null | false | undefined | readonly Part[]

/** Writes markup; every inserted value is escaped unless this function produced it. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  return {
    [markup]: strings.map((text, i) => text + (i < parts.length ? render(parts[i]) : '')).join(''),
  }
}

export function markupOf(page: Html): string {
  return page[markup]
}

function render(part: Part): string {
  if (part === null || part === undefined || part === false) return ''
  if (Array.isArray(part)) return part.map(render).join('')
  if (typeof part === 'object') return (part as Html)[markup]
  return escape(String(part))
}

function escape(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
}
