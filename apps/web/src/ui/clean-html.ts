import DOMPurify from 'dompurify'

const tagsAllowed = 'p br hr b strong i em u s small span blockquote ul ol li h2 h3 h4 a'.split(' ')
const addressAllowed = /^(?:https?:\/\/|tel:|mailto:|\/(?![/\\]))/i

/**
 * The operator's markup as safe nodes: a short list of tags, and no attribute but the address of a link. Returns nodes
 * and not text, so that nothing is parsed a second time.
 */
export function cleanHtml(markup: string): DocumentFragment {
  const clean = DOMPurify.sanitize(markup, {
    ALLOWED_TAGS: tagsAllowed,
    ALLOWED_ATTR: ['href'],
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    ALLOWED_URI_REGEXP: addressAllowed,
    RETURN_DOM_FRAGMENT: true,
  })
  for (const link of clean.querySelectorAll('a')) {
    link.setAttribute('rel', 'noopener noreferrer')
    link.setAttribute('target', '_blank')
  }
  return clean
}
