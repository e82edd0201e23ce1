/** Wakes all waiters at once. */
export function createSignal() {
  let waiting: (() => void)[] = []
  return {
    wait: () => new Promise<void>((resolve) => waiting.push(resolve)),
    fire: (): void => {
      const called = waiting
      waiting = []
      for (const resolve of called) resolve()
    },
  }
}
