/** Ways to draw attention to a page that is behind another window; loaded when one is needed. */

/** One at a time, however much comes at once; a click brings the page to the front. */
export function showNotice(title: string): void {
  if (!('Notification' in window) || Notification.permission !== 'granted') return
  const notice = new Notification(title, { tag: 'new work' })
  notice.addEventListener('click', () => {
    window.focus()
    notice.close()
  })
}

/** Two short notes; silent where the browser does not let a page sound before it was touched. */
export function playSound(): void {
  const audio = new AudioContext()
  for (const [after, hertz] of [
    [0, 660],
    [0.16, 880],
  ] as const) {
    const at = audio.currentTime + after
    const note = audio.createOscillator()
    const loudness = audio.createGain()
    note.frequency.value = hertz
    loudness.gain.setValueAtTime(0.15, at)
    loudness.gain.exponentialRampToValueAtTime(0.001, at + 0.15)
    note.connect(loudness).connect(audio.destination)
    note.start(at)
    note.stop(at + 0.15)
  }
  setTimeout(() => void audio.close(), 1_000)
}
