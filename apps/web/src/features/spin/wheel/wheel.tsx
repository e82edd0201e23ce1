import { wheelResizeDelayMs, wheelSizePx } from '@kapao/contract/limits-of-wheel'
import { useEffect, useImperativeHandle, useRef, useState, type ReactNode, type Ref } from 'react'
import { drawWheel, type Palette, type Sector } from './draw-wheel.ts'
import { framesOf, planMotion } from './motion.ts'
import styles from './wheel.module.css'

export type WheelHandle = {
  /** Resolves when the sector has stopped under the pointer. */
  turnTo: (place: number) => Promise<void>
  /** As it was before the first spin. */
  reset: () => void
}

type WheelProps = {
  label: string
  sectors: readonly Sector[]
  winner: number | null
  handle: Ref<WheelHandle>
  /** Shown in the middle, and does not turn. */
  children: ReactNode
}

export function Wheel({ label, sectors, winner, handle, children }: WheelProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const rotation = useRef(0)
  const look = useLook()

  useEffect(() => {
    const element = canvas.current
    if (!element) return
    drawWheel(element, { sectors, winner, ...look, palette: paletteOf(element) })
  }, [sectors, winner, look])

  useImperativeHandle(
    handle,
    () => ({
      turnTo: async (place) => {
        const element = canvas.current
        if (!element) return
        rotation.current = await turn(element, rotation.current, { place, count: sectors.length })
      },
      reset: () => {
        rotation.current = 0
        if (canvas.current) canvas.current.style.transform = ''
      },
    }),
    [sectors.length],
  )

  return (
    // The image is sized in CSS pixels, whatever the size of the letters.
    <div className={styles.wheel} style={{ inlineSize: look.sizePx, blockSize: look.sizePx }}>
      <div className={styles.disc}>
        <canvas ref={canvas} className={styles.canvas} role="img" aria-label={label} />
      </div>
      <svg className={styles.pointer} viewBox="0 0 28 34" aria-hidden="true">
        <path d="M14 33 2.5 9.5A13 13 0 0 1 14 1a13 13 0 0 1 11.5 8.5z" />
      </svg>
      <div className={styles.hub}>{children}</div>
    </div>
  )
}

async function turn(
  element: HTMLElement,
  fromDeg: number,
  aim: { place: number; count: number },
): Promise<number> {
  const motion = planMotion({ ...aim, fromDeg }, { within: randomShare(), pace: randomShare() })
  // With reduced motion the wheel is at its end at once; everything else stays the same.
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches
  if (!isCalm) {
    const frames = framesOf(motion).map((transform) => ({ transform }))
    const turning = element.animate(frames, { duration: motion.durationMs })
    // Leaving the page cancels the animation; there is nothing left to show then.
    await turning.finished.catch(() => undefined)
  }
  const restDeg = motion.toDeg % 360
  element.style.transform = `rotate(${restDeg}deg)`
  return restDeg
}

type Look = { sizePx: number; density: number }

/** The size of the wheel and the pixel density; updated only when the window is no longer being resized. */
function useLook(): Look {
  const [look, setLook] = useState(readLook)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const change = (): void => {
      clearTimeout(timer)
      timer = setTimeout(() => setLook(readLook()), wheelResizeDelayMs)
    }
    const theme = matchMedia('(prefers-color-scheme: light)')
    addEventListener('resize', change)
    theme.addEventListener('change', change)
    return () => {
      clearTimeout(timer)
      removeEventListener('resize', change)
      theme.removeEventListener('change', change)
    }
  }, [])
  return look
}

function readLook(): Look {
  return { sizePx: wheelSizePx(innerWidth), density: Math.max(1, devicePixelRatio) }
}

function paletteOf(element: HTMLElement): Palette {
  const style = getComputedStyle(element)
  const token = (name: string) => style.getPropertyValue(name).trim()
  return {
    rim: token('--ink-2'),
    rimText: token('--text'),
    fill: token('--gold'),
    line: token('--ink-0'),
    font: style.fontFamily,
  }
}

/** Affects only the appearance: the result is already known. */
function randomShare(): number {
  return crypto.getRandomValues(new Uint32Array(1))[0]! / 2 ** 32
}
