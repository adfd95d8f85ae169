export type { LiveCounters } from './counters.ts'
export type { LiveModuleEvents } from './events.ts'
export type { FlvTag, LiveIngest, LivePublisher } from './ingest.ts'
export type {
	CreateStream,
	DefinitionName,
	DefinitionStats,
	LiveArchive,
	LiveDefinition,
	LiveEngine,
	LiveEvent,
	LiveHooks,
	LiveLine,
	LiveStats,
	LiveStreamId,
	LiveStreamPhase,
	LiveWarning,
	PublisherLeaveReason,
	PublishRefusal,
} from './liveEngine.ts'
export { type LiveMedia, noLiveMedia } from './liveMedia.ts'
export type { MeetingPublisher, MeetingPublishRefusal } from './meetingPublisher.ts'
export { createLivePasses, passLifetimeMs } from './passes.ts'
export type { LiveService } from './service.ts'
export { createSqlLiveStore } from './store.sql.ts'
