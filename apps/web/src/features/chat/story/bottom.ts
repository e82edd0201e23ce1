import { chatBottomTolerancePx } from '@kapao/contract/limits'

type ScrollBox = Pick<Element, 'scrollTop' | 'scrollHeight' | 'clientHeight'>

/** A reader this close to the newest line is scrolled to new ones. */
export function isAtBottom({ scrollTop, scrollHeight, clientHeight }: ScrollBox): boolean {
  return scrollHeight - clientHeight - scrollTop <= chatBottomTolerancePx
}
