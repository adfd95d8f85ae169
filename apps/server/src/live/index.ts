export type { LiveCounters } from './counters.ts'
export {
	createEmbeddedLiveEngine,
	type EmbeddedLiveEngine,
	type EmbeddedLiveOptions,
	type LiveOrigin,
} from './engine.ts'
export { createExternalLiveEngine } from './external/externalEngine.ts'
export { fetchPlaylist } from './external/fetchPlaylist.ts'
export { serveLiveHooks } from './external/hooks.ts'
export { createFlvReader } from './flv/flvReader.ts'
export { type LiveAccess, serveLive, streamTokenCookie } from './http.ts'
export type { DefinitionSink, FlvTag, LiveIngest, LivePublisher, TapListener } from './ingest.ts'
export { createFfmpegMeetingPublisher } from './meetingPublisher/ffmpegMeetingPublisher.ts'
export { attachPhoneGateway } from './phone/gateway.ts'
export { findFfmpeg } from './transcoder/findFfmpeg.ts'
export { createTranscoding } from './transcoder/transcoding.ts'
