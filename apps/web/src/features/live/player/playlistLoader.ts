import { liveDelays } from '@parley/core'
import Hls, {
	type HlsConfig,
	type Loader,
	type LoaderCallbacks,
	type LoaderConfiguration,
	type PlaylistLoaderContext,
} from 'hls.js/light'

/** A little before the origin answers with nothing new. */
const askAgainMs = liveDelays.playlistBlockMs - 500
/** Retries as long as a lost publisher may take to reconnect; then hls.js treats it like every playlist. */
const askAgainTimes = Math.floor(liveDelays.publisherGraceMs / askAgainMs)

/** hls.js has no name for it: the loader of its own settings, for playlists. */
const DefaultLoader = Hls.DefaultConfig.loader as new (config: HlsConfig) => Loader<PlaylistLoaderContext>

/**
 * Waits with the origin for the next part. hls.js gives up such a request after 0.8 of a target duration and then asks
 * every half of one, so that a publisher who is back is seen seconds late: this one asks for the same part again at once.
 */
export class PlaylistLoader extends DefaultLoader {
	override load(
		context: PlaylistLoaderContext,
		config: LoaderConfiguration,
		callbacks: LoaderCallbacks<PlaylistLoaderContext>,
	) {
		super.load(context, context.deliveryDirectives?.part === undefined ? config : untilItComes(config), callbacks)
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
