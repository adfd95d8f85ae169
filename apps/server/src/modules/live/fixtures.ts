import { ok, type PublishObstacle, refused } from '@parley/core'
import type { LiveEngine, LiveHooks, LiveLine, LiveStats, LiveStreamPhase } from './liveEngine.ts'
import type { MeetingPublisher } from './meetingPublisher.ts'

interface FakeStream {
	phase: LiveStreamPhase
	isSuspended: boolean
	hasPicture: boolean
	isRecorded: boolean
	/** Streams of an earlier process that were not created again yet. */
	isAsleep?: boolean
	graceEndsAt?: number
}

/** Engine without media; tests control what is published. */
export function createFakeLiveEngine() {
	const streams = new Map<string, FakeStream>()
	const dropped: string[] = []
	let hooks: LiveHooks | undefined
	const lineOf = (streamId: string, { hasPicture }: FakeStream): LiveLine => ({
		hlsPullUrl: `/live/hls/${streamId}`,
		publicPullUrl: `/live/hls/public/${streamId}`,
		defaultSuffix: '/master.m3u8',
		definitions: hasPicture
			? [
					{
						name: 'source',
						width: 1280,
						height: 720,
						bitsPerSecond: 2_500_000,
						codecs: 'avc1.64001f',
						suffix: '/source/live.m3u8',
					},
				]
			: [],
	})
	const statsOf = ({ phase, graceEndsAt }: FakeStream): LiveStats => ({
		phase,
		...(graceEndsAt !== undefined && { graceEndsAt }),
		bytesReceived: 1_000,
		droppedTags: 0,
		uplinkLagMs: 0,
		viewers: 1,
		windowMs: 60_000,
		warnings: ['keyFrameDistance'],
		definitions: [
			{ name: 'source', framesPerSecond: 30, bitsPerSecond: 2_500_000, keyFrameDistanceMs: 8_000, lagMs: 0 },
		],
	})
	const engine: LiveEngine = {
		windowMs: 60_000,
		useHooks(given) {
			hooks = given
		},
		async createStream(streamId, { isRecorded = false } = {}) {
			const stream = streams.get(streamId)
			if (stream?.phase === 'ended') return refused('ended')
			if (stream) stream.isAsleep = false
			else streams.set(streamId, { phase: 'waiting', isSuspended: false, hasPicture: false, isRecorded })
			return ok(undefined)
		},
		onEvent: () => () => {},
		streamIds: () => [...streams.keys()],
		phase: streamId => streams.get(streamId)?.phase,
		isRecorded: streamId => streams.get(streamId)?.isRecorded ?? false,
		lines(streamId) {
			const stream = streams.get(streamId)
			return stream ? [lineOf(streamId, stream)] : []
		},
		stats(streamId) {
			const stream = streams.get(streamId)
			return stream && statsOf(stream)
		},
		noteViewer() {},
		setSuspended(streamId, isSuspended) {
			const stream = streams.get(streamId)
			if (stream) stream.isSuspended = isSuspended
		},
		dropPublisher: streamId => void dropped.push(streamId),
		async end(streamId) {
			const stream = streams.get(streamId)
			if (stream) stream.phase = 'ended'
		},
		recordingSuffix: streamId => (streams.get(streamId)?.phase === 'ended' ? '/source/recording.m3u8' : undefined),
		async remove(streamId) {
			streams.delete(streamId)
		},
		async close() {},
	}
	return {
		engine,
		streams,
		dropped,
		hooks(): LiveHooks {
			if (!hooks) throw new Error('the engine has no hooks')
			return hooks
		},
		/** Simulates a publisher that connects, drops, or stays away for too long. */
		publish(streamId: string, change: Partial<FakeStream> = {}): void {
			const stream = streams.get(streamId)
			if (!stream) throw new Error(`unknown stream ${streamId}`)
			Object.assign(stream, { phase: 'publishing', hasPicture: true }, change)
		},
	}
}
export type FakeLiveEngine = ReturnType<typeof createFakeLiveEngine>

/** Meeting publisher that sends nothing; tests control its availability. */
export function createFakeMeetingPublisher() {
	const published = new Map<string, string>()
	const state: {
		obstacle: PublishObstacle | undefined
		wasInterrupted: boolean
		failure: 'busy' | 'ended' | undefined
	} = {
		obstacle: undefined,
		wasInterrupted: false,
		failure: undefined,
	}
	const port: MeetingPublisher = {
		obstacleOf: async () => state.obstacle,
		async publish(streamId, meetingId) {
			if (state.failure) return refused(state.failure)
			published.set(streamId, meetingId)
			return ok(undefined)
		},
		isPublishing: streamId => published.has(streamId),
		wasInterrupted: () => state.wasInterrupted,
		stop: streamId => void published.delete(streamId),
	}
	return { port, published, state }
}
export type FakeMeetingPublisher = ReturnType<typeof createFakeMeetingPublisher>
