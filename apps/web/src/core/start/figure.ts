/**
 * Two decimals and a comma for each thousand: English figures in every language, because browsers have none for Lao.
 * Done by hand, because the browser's own formatter takes longer to start than the whole login.
 */
export function formatAmount(amount: number): string {
  // Adding zero turns -0 into 0, which would print as "-0.00".
  return (amount + 0).toFixed(2).replaceAll(/\B(?=(\d{3})+\.)/g, ',')
}
