// One round after another: the server takes the stake and decides, the stage shows it, then the round is ended.
const table = document.querySelector('.table')
const texts = JSON.parse(table.dataset.texts)
const form = table.querySelector('form')
const go = form.querySelector('[data-go]')
const result = form.querySelector('[data-result]')
const shown = document.querySelector('[data-shown]')
const calm = matchMedia('(prefers-reduced-motion: reduce)')
const stage = await import(`./${table.dataset.kind}.js`)

let balance = hundredthsOf(table.dataset.balance)
let running = false

function hundredthsOf(text) {
  return Math.round(Number(text) * 100)
}

function textOf(hundredths) {
  return (hundredths / 100).toFixed(2)
}

function grouped(hundredths) {
  return textOf(hundredths).replace(/\B(?=(\d{3})+\.)/g, ',')
}

function say(text, tone = '') {
  result.textContent = text
  result.dataset.tone = tone
}

/** Counts up or down to the new balance, so that the change is visible. */
function showBalance(next) {
  const from = balance
  balance = next
  const beginMs = performance.now()
  const lengthMs = calm.matches || from === next ? 0 : 250
  const step = (nowMs) => {
    const part = lengthMs === 0 ? 1 : Math.min(1, Math.max(0, (nowMs - beginMs) / lengthMs))
    shown.textContent = grouped(Math.round(from + (balance - from) * part))
    if (part < 1 && balance === next) requestAnimationFrame(step)
  }
  step(beginMs)
  updateStakes()
}

function updateStakes() {
  for (const chip of form.querySelectorAll('[name=stake]')) {
    chip.disabled = chip.value === 'all' ? balance <= 0 : hundredthsOf(chip.value) > balance
  }
  const chosen = form.querySelector('[name=stake]:checked')
  if (chosen?.disabled) {
    const fitting = [...form.querySelectorAll('[name=stake]:enabled')].at(0)
    if (fitting) fitting.checked = true
  }
  go.disabled = running || balance <= 0
  if (balance <= 0 && !running && result.dataset.tone === '') say(texts['not-enough'])
}

async function call(verb, body) {
  const reply = await fetch(`${location.pathname}/${verb}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body ?? {}),
  })
  return { ok: reply.ok, ...(await reply.json()) }
}

function explain({ problem, balance: now }) {
  if (now !== undefined) showBalance(hundredthsOf(now))
  say(texts[problem] ?? texts['no-answer'], 'minus')
}

async function play() {
  const fields = new FormData(form)
  const chip = fields.get('stake')
  const stake = chip === 'all' ? textOf(balance) : chip
  say(texts.running, 'wait')
  const round = await call('bet', { stake, pick: fields.get('pick') ?? '' })
  if (!round.ok) return explain(round)
  showBalance(hundredthsOf(round.balance))
  await stage.show(round.shown, { won: round.won, still: calm.matches })
  say(
    round.won ? `${texts.won} +${grouped(hundredthsOf(round.payout))}` : texts.lost,
    round.won ? 'plus' : 'dim',
  )
  await refresh()
}

async function refresh() {
  const ended = await call('settle')
  if (ended.ok) showBalance(hundredthsOf(ended.balance))
  else explain(ended)
}

form.addEventListener('submit', async (event) => {
  event.preventDefault()
  if (running) return
  running = true
  table.dataset.running = ''
  // Not disabled, so that the focus stays where it is and Enter plays again.
  go.setAttribute('aria-disabled', 'true')
  try {
    await play()
  } catch {
    say(texts['no-answer'], 'minus')
  }
  running = false
  delete table.dataset.running
  go.removeAttribute('aria-disabled')
  updateStakes()
})

document.addEventListener('keydown', (event) => {
  if (event.key !== 'Enter' || event.target === go || event.repeat) return
  event.preventDefault()
  form.requestSubmit()
})

// Money may have been moved in or out while the page was hidden.
document.addEventListener('visibilitychange', () => {
  if (!document.hidden && !running) void refresh().catch(() => say(texts['no-answer'], 'minus'))
})

updateStakes()
