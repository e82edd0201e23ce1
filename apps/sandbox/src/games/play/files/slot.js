const symbols = ['lime', 'chili', 'bowl', 'leaf', 'star']
const spinMs = 700
const betweenMs = 180

/** Each reel runs down a strip of passing symbols and stops at its own, one after another. */
export async function show({ reels }, { won, still }) {
  const windows = [...document.querySelectorAll('[data-reel]')]
  for (const reel of windows) delete reel.dataset.won
  await Promise.all(windows.map((reel, place) => spin(reel, reels[place], still ? -1 : place)))
  if (won) for (const reel of windows) reel.dataset.won = ''
}

async function spin(reel, symbol, place) {
  const strip = reel.querySelector('.strip')
  const last = picture(symbol)
  await last.decode().catch(() => undefined)
  if (place >= 0) {
    const passing = Array.from({ length: 8 + place * 3 }, (_, at) =>
      picture(symbols[(at + place) % symbols.length]),
    )
    const begin = strip.lastElementChild
    strip.replaceChildren(last, ...passing, begin)
    const distance = -(passing.length + 1) * reel.clientHeight
    await strip.animate(
      [{ transform: `translateY(${distance}px)` }, { transform: 'translateY(0)' }],
      { duration: spinMs + place * betweenMs, easing: 'cubic-bezier(0.2, 0.7, 0.2, 1)' },
    ).finished
  }
  strip.replaceChildren(last)
}

function picture(symbol) {
  const image = new Image()
  image.src = `/games/files/${symbol}.svg`
  image.alt = ''
  return image
}
