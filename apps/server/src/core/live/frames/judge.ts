export type Verdict = 'deliver' | 'ignore' | 'end'

const pong = /^3$/
const leave = /^(?:1|41)$/
const join = /^40(?:\{|$)/
const event = /^42\d{0,9}\[/

export type Judge = {
  hasJoined: () => boolean
  judge: (data: Uint8Array, isBinary: boolean) => Verdict
}

/**
 * Accepts only what the page's library sends over a socket: it joins once, answers pings, sends events, leaves. The
 * library on this side would answer or process other packets before our code counts them.
 */
export function createJudge(): Judge {
  let hasJoined = false
  return {
    hasJoined: () => hasJoined,
    judge: (data, isBinary) => {
      if (isBinary) return 'end'
      const { buffer, byteOffset, byteLength } = data
      const text = Buffer.from(buffer, byteOffset, byteLength).toString('latin1', 0, 16)
      if (pong.test(text) || leave.test(text)) return 'deliver'
      if (event.test(text)) return hasJoined ? 'deliver' : 'end'
      if (!join.test(text)) return 'end'
      // The page repeats its join after a while of waiting, while the first one is being processed.
      if (hasJoined) return 'ignore'
      hasJoined = true
      return 'deliver'
    },
  }
}
