const flightMs = 550
const across = { left: -86, middle: 0, right: 86 }

/** The ball goes to its corner while the keeper dives to another, or to the same. */
export async function show({ ball, keeper }, { won, still }) {
  const duration = still ? 1 : flightMs
  const held = { duration, fill: 'forwards', easing: 'cubic-bezier(0.3, 0.6, 0.3, 1)' }
  const lean = { left: -48, middle: 0, right: 48 }[keeper]
  const saved = won ? 0 : 12
  const moves = [
    document
      .querySelector('[data-ball]')
      .animate(
        [
          { transform: 'none' },
          { transform: `translate(${across[ball]}px, ${-112 + saved}px) scale(0.72)` },
        ],
        held,
      ),
    document
      .querySelector('[data-keeper]')
      .animate(
        [
          { transform: 'none' },
          { transform: `translate(${across[keeper] * 0.86}px, 8px) rotate(${lean}deg)` },
        ],
        held,
      ),
  ]
  await Promise.all(moves.map((move) => move.finished))
  setTimeout(() => moves.forEach((move) => move.cancel()), still ? 1500 : 1100)
}
