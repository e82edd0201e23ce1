const patienceMs = 8_000

/** The file at an address of the server; null if it cannot be read soon. */
export async function readFileAt(address: string): Promise<Blob | null> {
  try {
    const answer = await fetch(address, { signal: AbortSignal.timeout(patienceMs) })
    return answer.ok ? await answer.blob() : null
  } catch {
    return null
  }
}
