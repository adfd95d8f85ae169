export type { LiveModuleEvents } from './events.ts'
export { liveDeskHttp, liveHttp } from './http.ts'
export type {
	CreateStream,
	DefinitionName,
	DefinitionStats,
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
export { type MeetingPublisher, type MeetingPublishRefusal, noMeetingPublisher } from './meetingPublisher.ts'
export { noLiveEngine } from './noEngine.ts'
export { createLivePasses, passLifetimeMs } from './passes.ts'
export { createLiveService, type LiveService } from './service.ts'
export { createSqlLiveStore } from './store.sql.ts'
