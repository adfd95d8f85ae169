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
export { noLiveEngine } from './noEngine.ts'
export { noRoomPublisher, type RoomPublisher, type RoomPublishRefusal } from './roomPublisher.ts'
export { createLiveService, type LiveService } from './service.ts'
export { createSqlLiveStore } from './store.sql.ts'
