export type { DefinitionSink, FlvTag, LiveIngest, LivePublisher, TapListener } from '../ingest.ts'
export {
	createEmbeddedLiveEngine,
	type EmbeddedLiveEngine,
	type EmbeddedLiveOptions,
	type LiveOrigin,
} from './embedded/engine.ts'
export { createFlvReader } from './embedded/flv/flvReader.ts'
export { type LiveAccess, serveLive } from './embedded/http.ts'
export { moveRecordings } from './embedded/origin/moveRecordings.ts'
export { attachPhoneGateway } from './embedded/phone/gateway.ts'
