/** Every answer is here already. */
export async function loadingDelay(): Promise<void> {}
