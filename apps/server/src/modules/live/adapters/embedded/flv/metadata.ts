import type { FlvTag } from '../../../ingest.ts'
import { readAmf0 } from './amf0.ts'
import { plausibleFrameRate } from './avcConfig.ts'
import { CorruptMediaError } from './mediaErrors.ts'

/** Returns the frame rate a publisher declares (`framerate` of `onMetaData`); undefined if it declares none. */
export function frameRateOf({ type, body }: FlvTag): number | undefined {
	if (type !== 'data') return undefined
	try {
		for (const value of readAmf0(body)) {
			const rate = value !== null && typeof value === 'object' && 'framerate' in value ? value.framerate : undefined
			if (typeof rate === 'number') return plausibleFrameRate(rate)
		}
	} catch (error) {
		// Playback needs only the media itself.
		if (!(error instanceof CorruptMediaError)) throw error
	}
	return undefined
}
