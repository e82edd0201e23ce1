import { expect, type Locator } from '@playwright/test'

/** One side of a transfer, by its label: a row, in which a tap opens the slider of all accounts. */
export const accountRow = (sheet: Locator, label: string): Locator =>
  sheet.getByRole('button', { name: new RegExp(`^${label} `) })

export async function openSlider(sheet: Locator, label: string): Promise<Locator> {
  const row = accountRow(sheet, label)
  if ((await row.getAttribute('aria-expanded')) === 'false') await row.click()
  return sheet.getByRole('listbox', { name: label })
}

export async function chooseAccount(sheet: Locator, label: string, name: string): Promise<void> {
  const slider = await openSlider(sheet, label)
  await slider.getByRole('option', { name }).click()
  await expect(slider).toHaveCount(0)
  await expect(accountRow(sheet, label)).toContainText(name)
}
