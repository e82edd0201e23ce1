/** A bucket did not do what it was asked: to a caller this is a busy service, and nothing was taken. */
export class BucketUnavailable extends Error {
  constructor(cause: unknown) {
    super('the bucket of uploaded files does not answer as it should', { cause })
    this.name = 'BucketUnavailable'
  }
}
