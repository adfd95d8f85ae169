import type { LoaderCallbacks, LoaderConfiguration, PlaylistLoaderContext } from 'hls.js/light'
import { PlaylistLoader } from './playlistLoader.ts'

/**
 * The playlist for lines on which parts do not arrive as fast as they are shown: without parts, and with the third
 * newest segment as its start: the two after it are complete and can be loaded while it is played.
 */
export function withoutParts(playlist: string): string {
	const lines = playlist.split('\n').filter(line => !/^#EXT-X-(PART|PRELOAD-HINT):/.test(line))
	const durations = lines.map(line => /^#EXTINF:([\d.]+)/.exec(line)?.[1]).filter(duration => duration !== undefined)
	const shownS = durations.slice(-startSegments).reduce((sum, duration) => sum + Number(duration), 0)
	// A little after its beginning: the boundary belongs to the segment before it, too.
	if (shownS > startAfterS) lines.splice(1, 0, `#EXT-X-START:TIME-OFFSET=${(startAfterS - shownS).toFixed(3)}`)
	return lines.join('\n')
}

const startAfterS = 0.02
/** The script in the HTML requests the segment that this starts with. */
const startSegments = 3

/** Loads playlists without their parts. */
export class WholeSegmentPlaylistLoader extends PlaylistLoader {
	override load(
		context: PlaylistLoaderContext,
		config: LoaderConfiguration,
		callbacks: LoaderCallbacks<PlaylistLoaderContext>,
	) {
		super.load(context, config, {
			...callbacks,
			onSuccess(response, ...more) {
				const data = typeof response.data === 'string' ? withoutParts(response.data) : response.data
				callbacks.onSuccess({ ...response, ...(data !== undefined && { data }) }, ...more)
			},
		})
	}
}

/**
 * Seconds behind the live that whole segments of a duration need: one is complete when it ends, and arrives about as fast
 * as it is shown, so that two more have to be there before.
 */
export const latencyOfSegments = (durationS: number): number => 1.5 + startSegments * durationS
