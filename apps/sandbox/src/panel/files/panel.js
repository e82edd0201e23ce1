// Refreshes the lists of the page every two seconds. Rows are matched by their id, so that an opened row stays open, a
// selection stays selected and the focus stays where it is.
const refreshMs = 2000

async function refresh() {
  if (document.hidden) return
  try {
    const reply = await fetch('/', { headers: { accept: 'text/html' } })
    if (!reply.ok) return
    const fresh = new DOMParser().parseFromString(await reply.text(), 'text/html')
    for (const list of document.querySelectorAll('[data-live]')) {
      const other = fresh.querySelector(`[data-live="${list.dataset.live}"]`)
      if (other) updateList(list, other)
    }
    document.body.removeAttribute('data-lost')
  } catch {
    document.body.setAttribute('data-lost', '')
  }
}

function updateList(list, fresh) {
  const known = new Map([...list.children].map((row) => [row.dataset.id, row]))
  let place = null
  for (const row of fresh.querySelectorAll(':scope > li')) {
    const old = known.get(row.dataset.id)
    const kept = old && (old.dataset.version === row.dataset.version || isTyping(old)) ? old : row
    if (kept === old) updateAge(old, row)
    else if (old) keepOpen(old, row)
    if (kept !== old || kept.previousElementSibling !== place) {
      if (place) place.after(kept)
      else list.prepend(kept)
    }
    if (old && kept !== old) old.remove()
    known.delete(row.dataset.id)
    place = kept
  }
  for (const gone of known.values()) gone.remove()
}

function isTyping(row) {
  return row.contains(document.activeElement) && document.activeElement.matches('input, select')
}

function keepOpen(old, row) {
  const fresh = row.querySelector('details')
  if (fresh && old.querySelector('details')?.open) fresh.open = true
}

function updateAge(old, row) {
  const fresh = row.querySelectorAll('time')
  for (const [place, age] of old.querySelectorAll('time').entries()) {
    if (fresh[place]) age.textContent = fresh[place].textContent
  }
}

async function copy(button) {
  const code = button.querySelector('[data-code]')
  try {
    await navigator.clipboard.writeText(code.textContent)
    button.dataset.copied = ''
    setTimeout(() => delete button.dataset.copied, 1500)
  } catch {
    // Pages at a plain network address have no clipboard; then the code is selected, ready to be copied by hand.
    getSelection().selectAllChildren(code)
  }
}

// Forms reload the page; elements that were open are opened again, by id.
const openKey = 'open'
const openNames = () => JSON.parse(sessionStorage.getItem(openKey) ?? '[]')
for (const name of openNames()) document.getElementById(name)?.setAttribute('open', '')
document.addEventListener(
  'toggle',
  ({ target }) => {
    if (!target.id) return
    const others = openNames().filter((name) => name !== target.id)
    sessionStorage.setItem(openKey, JSON.stringify(target.open ? [...others, target.id] : others))
  },
  true,
)

document.addEventListener('click', (event) => {
  const button = event.target.closest('[data-copy]')
  if (button) void copy(button)
})
setInterval(() => void refresh(), refreshMs)
