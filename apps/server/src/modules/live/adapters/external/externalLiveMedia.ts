import type { Config } from '../../../../platform/config.ts'
import type { Platform } from '../../../../platform/noun.ts'
import type { LiveMedia } from '../../liveMedia.ts'
import { noMeetingPublisher } from '../../meetingPublisher.ts'
import { createExternalLiveEngine } from './externalEngine.ts'
import { fetchPlaylist } from './fetchPlaylist.ts'
import { serveLiveHooks } from './hooks.ts'

/** Live streams through an external origin: it only accepts RTMP publishers, and viewers pull from it. */
export function createExternalLiveMedia(
	{ rtmpUrl, hlsUrl, hookSecret }: NonNullable<Config['live']['origin']>,
	{ clock, elapsedMs, log }: Pick<Platform, 'clock' | 'elapsedMs' | 'log'>,
): LiveMedia {
	const engine = createExternalLiveEngine({ hlsUrl, clock, elapsedMs, log, fetchText: fetchPlaylist })
	return {
		engine,
		rtmpUrlAt: () => rtmpUrl,
		takesPhones: () => false,
		meetingPublisher: noMeetingPublisher,
		mediaOrigin: new URL(hlsUrl).origin,
		routes: app => serveLiveHooks(app, engine, hookSecret),
		start: () => engine.start(),
		stop: () => engine.close(),
	}
}
