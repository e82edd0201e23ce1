import { z } from 'zod'
import { instant } from '../fields.ts'
import { consoleEndpoint } from './endpoint.ts'
import { cursor } from './fields.ts'
import { pictureAddressForm, picturesMax, pictureSizeMaxMb } from './picture-limits.ts'

export const housePicture = z
  .object({
    address: z.string().regex(pictureAddressForm),
    width: z.number().int().min(1),
    height: z.number().int().min(1),
    bytes: z.number().int().min(1),
    /** What the QR codes in it say. */
    codes: z.array(z.string()),
    by: z.string(),
    at: instant,
  })
  .meta({ id: 'HousePicture' })

export const addPicture = consoleEndpoint({
  method: 'POST',
  path: '/api/console/pictures',
  access: 'pictures.add',
  summary: `Adds a picture of the house (PNG, JPEG, WebP or GIF of at most ${pictureSizeMaxMb} MB and 40 Mpx) and answers the address that settings and rewards name it by. One that is there already is answered again.`,
  rate: 'change',
  input: null,
  multipart: { files: ['file'], fields: [] },
  output: housePicture,
  refusals: ['FILE_WRONG'],
})

export const listPictures = consoleEndpoint({
  method: 'GET',
  path: '/api/console/pictures/list',
  access: 'pictures.add',
  summary: `The pictures of the house, newest first; it keeps at most ${picturesMax}, and never removes one.`,
  rate: 'read',
  input: z.object({ after: cursor.optional() }),
  output: z.object({ pictures: z.array(housePicture), next: cursor.nullable() }),
  refusals: [],
})
