import { renderSVG } from 'uqr'

/** Four modules of quiet zone, and enough error correction for a smeared screen; attributes only, no style. */
export function drawCode(payload: string): string {
  return renderSVG(payload, { ecc: 'M', border: 4 })
}
