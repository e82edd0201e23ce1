/** A form is typed in beside this frame. What is drawn here takes the focus only where somebody is here already. */
export function keepFocus(): void {
  const dialogs = HTMLDialogElement.prototype
  const elements = HTMLElement.prototype
  const [open, focus]: [() => void, (options?: FocusOptions) => void] = [
    Reflect.get(dialogs, 'showModal'),
    Reflect.get(elements, 'focus'),
  ]
  elements.focus = function focusIfHere(this: HTMLElement, options) {
    if (document.hasFocus()) focus.call(this, options)
  }
  dialogs.showModal = function openQuietly(this: HTMLDialogElement) {
    // A dialog that opens gives the focus to what is in it, unless nothing in it can have it.
    this.inert = !document.hasFocus()
    open.call(this)
    this.inert = false
  }
}
