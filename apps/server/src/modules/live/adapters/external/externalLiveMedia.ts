import type { Config } from '../../../../platform/config.ts'
import type { Platform } from '../../../../platform/noun.ts'
import type { LiveMedia } from '../../liveMedia.ts'
import { createNoMeetingPublisher } from '../../meetingPublisher.ts'
import { createExternalLiveEngine } from './externalEngine.ts'
import { fetchPlaylist } from './fetchPlaylist.ts'
import { serveLiveHooks } from './hooks.ts'
import { createSqlOriginStreams } from './originStreams.sql.ts'

/** Live streams through an external origin: it only accepts RTMP publishers, and viewers pull from it. */
export function createExternalLiveMedia(
	{ rtmpUrl, hlsUrl, hookSecret }: NonNullable<Config['live']['origin']>,
	{ db, clock, elapsedMs, log, pause }: Pick<Platform, 'db' | 'clock' | 'elapsedMs' | 'log' | 'pause'>,
): LiveMedia {
	const streams = createSqlOriginStreams(db)
	const engine = createExternalLiveEngine({
		hlsUrl,
		hookSecret,
		streams,
		clock,
		elapsedMs,
		log,
		pause,
		fetchText: fetchPlaylist,
	})
	return {
		engine,
		sharesStreams: true,
		rtmpUrlAt: () => rtmpUrl,
		takesPhones: () => false,
		meetingPublisher: createNoMeetingPublisher('outsideOrigin'),
		mediaOrigin: new URL(hlsUrl).origin,
		routes: app => serveLiveHooks(app, engine, hookSecret),
		start: () => engine.start(),
		stop: () => engine.close(),
	}
}
