import { chatBottomTolerancePx } from '@kapao/contract/limits'

type Scrolled = Pick<Element, 'scrollTop' | 'scrollHeight' | 'clientHeight'>

/** Whoever is this near to the newest line reads along, and is taken to what comes. */
export function isAtBottom({ scrollTop, scrollHeight, clientHeight }: Scrolled): boolean {
  return scrollHeight - clientHeight - scrollTop <= chatBottomTolerancePx
}
