const keptForMs = 60_000

/** Saves a text as a file; nothing of it leaves this device. */
export function downloadText(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  document.body.append(link)
  link.click()
  link.remove()
  // Some browsers read the address only after the click event.
  setTimeout(() => URL.revokeObjectURL(address), keptForMs)
}
