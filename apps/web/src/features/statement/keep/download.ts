const keptForMs = 60_000

/** Saves a file; nothing of it leaves this device. */
export function downloadFile(name: string, file: Blob): void {
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  document.body.append(link)
  link.click()
  link.remove()
  // Some browsers read the address only after the click event.
  setTimeout(() => URL.revokeObjectURL(address), keptForMs)
}
