const rollMs = 450
const stepMs = 60

/** The balls stop one after another; the last one counts. */
export async function show({ digits }, { won, still }) {
  const balls = [...document.querySelectorAll('[data-digit]')]
  for (const ball of balls) delete ball.dataset.won
  for (const [place, ball] of balls.entries()) {
    if (!still) await roll(ball)
    ball.textContent = digits[place]
  }
  if (won) balls.at(-1).dataset.won = ''
}

async function roll(ball) {
  for (let passed = 0; passed < rollMs; passed += stepMs) {
    ball.textContent = String((Number.parseInt(ball.textContent, 10) + 3 || 1) % 10)
    await new Promise((resolve) => setTimeout(resolve, stepMs))
  }
}
