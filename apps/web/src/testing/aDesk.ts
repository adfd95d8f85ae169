import type { DeskState, LiveHealth } from '@parley/api'

/** A picture that arrives as it should. */
export const aHealth = (fields: Partial<LiveHealth> = {}): LiveHealth => ({
	phase: 'publishing',
	publishingForMs: 60_000,
	bytesReceived: 1_000_000,
	droppedTags: 0,
	uplinkLagMs: 20,
	pulling: 12,
	windowMs: 60_000,
	warnings: [],
	definitions: [{ name: 'source', framesPerSecond: 30, bitsPerSecond: 2_500_000, keyFrameDistanceMs: 2_000, lagMs: 0 }],
	...fields,
})

/** A live that has not started, of the meeting 842391556. */
export const aDesk = (fields: Partial<DeskState> = {}): DeskState => ({
	status: 'notStarted',
	topic: 'Roadmap for the winter',
	views: 3,
	present: 2,
	watchUrl: 'https://meet.example.org/liveBroadcast?roomId=842391556',
	chatRoomId: 'chat',
	askRoomId: 'ask',
	announcement: '',
	canBroadcast: true,
	ways: ['rtmp', 'phone', 'room'],
	...fields,
})
