/**
 * Array literals for the set-based functions: one parameter for a whole batch, cheaper than the driver's own arrays.
 */

/** For values that need no quoting: numbers, uuids, names of enum members. */
export function plainArray(values: readonly (string | number | bigint | boolean)[]): string {
  return `{${values.join(',')}}`
}

/** For any text. */
export function quotedArray(values: readonly string[]): string {
  return `{${values.map((value) => `"${value.replace(/["\\]/g, '\\$&')}"`).join(',')}}`
}
