import { liveDelays } from '@parley/core'
import type { LoaderCallbacks, LoaderConfiguration, PlaylistLoaderContext } from 'hls.js/light'
import { InitialFileLoader } from './initialFileLoader.ts'

/** A little before the origin answers with nothing new. */
const askAgainMs = liveDelays.playlistBlockMs - 500
/** Retries as long as a lost publisher may take to reconnect; then hls.js treats it like every playlist. */
const askAgainTimes = Math.floor(liveDelays.publisherGraceMs / askAgainMs)

/**
 * Waits with the origin for the next part. hls.js gives up such a request after 0.8 of a target duration and then asks
 * every half of one, so that a publisher who is back is seen seconds late: this one asks for the same part again at once.
 */
export class PlaylistLoader extends InitialFileLoader<PlaylistLoaderContext> {
	override load(
		context: PlaylistLoaderContext,
		config: LoaderConfiguration,
		callbacks: LoaderCallbacks<PlaylistLoaderContext>,
	) {
		const { deliveryDirectives } = context
		// A segment is complete after several parts.
		const waits = deliveryDirectives?.part !== undefined || deliveryDirectives?.msn !== undefined
		super.load(context, waits ? untilItComes(config) : config, callbacks)
	}
}

const untilItComes = (config: LoaderConfiguration): LoaderConfiguration => ({
	...config,
	loadPolicy: {
		...config.loadPolicy,
		maxTimeToFirstByteMs: askAgainMs,
		maxLoadTimeMs: askAgainMs,
		timeoutRetry: { maxNumRetry: askAgainTimes, retryDelayMs: 0, maxRetryDelayMs: 0 },
	},
})
