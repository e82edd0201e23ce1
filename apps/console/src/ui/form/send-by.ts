import type { SyntheticEvent } from 'react'

/** What Enter in a field does, and the button of the form: nothing while that is disabled. */
export function sendBy({ send }: { send: () => void }): (event: SyntheticEvent) => void {
  return (event) => {
    event.preventDefault()
    send()
  }
}
