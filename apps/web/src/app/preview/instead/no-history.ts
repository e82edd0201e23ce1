/** The history of the tab is the console's. */
export function useBackButton(): void {}
