import { vi } from 'vitest'

/** The document of these tests has no layout: a list of any length would draw none of its rows. */
export function giveHeight(): void {
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(600)
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(400)
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(40)
}
