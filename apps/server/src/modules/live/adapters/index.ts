export type { LiveCounters } from './embedded/counters.ts'
export {
	createEmbeddedLiveEngine,
	type EmbeddedLiveEngine,
	type EmbeddedLiveOptions,
	type LiveOrigin,
} from './embedded/engine.ts'
export { createFlvReader } from './embedded/flv/flvReader.ts'
export { type LiveAccess, serveLive, streamTokenCookie } from './embedded/http.ts'
export type { DefinitionSink, FlvTag, LiveIngest, LivePublisher, TapListener } from './embedded/ingest.ts'
export { attachPhoneGateway } from './embedded/phone/gateway.ts'
export { findFfmpeg } from './embedded/transcoder/findFfmpeg.ts'
export { createTranscoding } from './embedded/transcoder/transcoding.ts'
export { createExternalLiveEngine } from './external/externalEngine.ts'
export { fetchPlaylist } from './external/fetchPlaylist.ts'
export { serveLiveHooks } from './external/hooks.ts'
export { createFfmpegMeetingPublisher } from './meetingPublisher/ffmpegMeetingPublisher.ts'
