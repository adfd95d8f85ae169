import { limits } from '@parley/core'
import * as v from 'valibot'
import { call } from './call.ts'
import { field, shape } from './codec.ts'

export const picture = {
	upload: call({
		route: 'POST /meeting/uploadImg',
		summary:
			'Takes a JPEG or PNG of at most 5 242 880 bytes as the part `file`, and answers the path at which it is served, re-encoded (API-29). One that no meeting has a day later is deleted.',
		who: 'member',
		upload: { field: 'file', maxBytes: limits.pictureMaxBytes },
		rateLimit: { times: 20, perS: 60 },
		input: shape({ file: field('file', v.instance(Uint8Array)) }),
		output: shape({ path: field('liveBgImg', v.string()) }),
		refusals: {
			tooLarge: { http: 413, code: 413 },
			/** Neither JPEG nor PNG, judged by the content. */
			kindInvalid: { http: 422, code: 42215 },
			/** More pixels than `pictureMaxPixels`. */
			dimensionsInvalid: { http: 422, code: 42216 },
			/** It ends too early, or is damaged. */
			unreadable: { http: 422, code: 42217 },
		},
	}),
}
