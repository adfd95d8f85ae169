import type { FlvTag } from '../../../ingest.ts'
import { plausibleFrameRate } from '../packager/avcConfig.ts'
import { readAmf0 } from '../rtmp/amf0.ts'
import { CorruptMediaError } from './mediaErrors.ts'

/** What a publisher says of its frames per second (`framerate` of `onMetaData`); undefined where it says nothing. */
export function frameRateOf({ type, body }: FlvTag): number | undefined {
	if (type !== 'data') return undefined
	try {
		for (const value of readAmf0(body)) {
			const rate = value !== null && typeof value === 'object' && 'framerate' in value ? value.framerate : undefined
			if (typeof rate === 'number') return plausibleFrameRate(rate)
		}
	} catch (error) {
		// The media says what is needed to play it.
		if (!(error instanceof CorruptMediaError)) throw error
	}
	return undefined
}
