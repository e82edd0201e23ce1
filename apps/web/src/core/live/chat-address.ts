type BuildDefaults = Pick<ImportMetaEnv, 'VITE_CHAT_ADDRESS'>

/** The address of the chat server, as our server wrote it into the page, else from the build. */
export function readChatAddress(): string | null {
  const json = document.getElementById('settings')?.textContent ?? ''
  return parseChatAddress(json, import.meta.env, location.origin)
}

/** `/` is the server of the page. Null if the page has no chat server: it then polls instead of opening a socket. */
export function parseChatAddress(json: string, build: BuildDefaults, ours: string): string | null {
  const given = chosen(json)
  const address = given === undefined ? build.VITE_CHAT_ADDRESS : given
  if (address === '/') return ours
  if (typeof address !== 'string' || !/^https?:\/\//.test(address)) return null
  return URL.parse(address)?.origin ?? null
}

/** Undefined if no server has written it, as on static hosting. */
function chosen(json: string): unknown {
  try {
    const page = JSON.parse(json) as { settings?: Record<string, unknown> } | null
    return page?.settings?.['chat.address']
  } catch {
    return undefined
  }
}
