/** Bytes queued on a connection: above the first its rooms are paused too, above the second it must reconnect later. */
const laggingBytes = 256 * 1024
const tooSlowBytes = 1024 * 1024
const maxLaggingMs = 30_000

/**
 * State of a connection's send queue.
 * - `lagging`: its rooms are paused until it has caught up; groups and chats are not
 * - `tooSlow`: it is closed, and reads missed events when it reconnects
 */
export type BacklogState = { status: 'flowing' } | { status: 'lagging'; since: number } | { status: 'tooSlow' }

export const flowing: BacklogState = { status: 'flowing' }

export function nextBacklog(state: BacklogState, pendingBytes: number, now: number): BacklogState {
	if (state.status === 'tooSlow' || pendingBytes > tooSlowBytes) return { status: 'tooSlow' }
	if (state.status === 'flowing') return pendingBytes > laggingBytes ? { status: 'lagging', since: now } : state
	// Caught up only when nearly everything has left: at the threshold itself it would change with every message.
	if (pendingBytes <= laggingBytes / 4) return flowing
	return now - state.since >= maxLaggingMs ? { status: 'tooSlow' } : state
}
