import { refused } from '@parley/core'
import type { LiveEngine } from './liveEngine.ts'

/** Engine of a server that accepts no broadcasts: it never has a picture, and refuses publishers. */
export const noLiveEngine: LiveEngine = {
	windowMs: 0,
	useHooks() {},
	createStream: async () => refused('ended'),
	onEvent: () => () => {},
	streamIds: () => [],
	phase: () => undefined,
	isRecorded: () => false,
	lines: () => [],
	stats: () => undefined,
	noteViewer() {},
	setSuspended() {},
	dropPublisher() {},
	async end() {},
	recordingSuffix: () => undefined,
	async remove() {},
	async close() {},
}
