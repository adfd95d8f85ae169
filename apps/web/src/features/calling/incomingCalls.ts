import { delays } from '@parley/core'
import type { IMEvents } from '@parley/im-sdk'
import { createStore } from 'zustand/vanilla'

export type CallNotice = IMEvents['videoNotice']

/** A call to a meeting that rings on this page. */
export interface IncomingCall {
	meetingId: string
	topic: string
	from: { name: string; picture: string }
	/** End of the ringing, by the clock of this page, ms. */
	endsAt: number
	/** The person is joining; the call stays until the join succeeds or fails. */
	isAnswered: boolean
}

/** The reason an unanswered call ended on this page; `missed`: not answered in time. */
export type CallEnd = 'missed' | 'over' | 'joined' | 'declined'

export interface IncomingCallsDeps {
	now(): number
	/** By the clock of the server. */
	serverNow(): number
	/** Calls once after `ms`; returns a function that cancels. */
	after(ms: number, act: () => void): () => void
	/** The person is in this meeting, on this page. */
	isInMeeting(meetingId: string): boolean
	onEnded(call: IncomingCall, why: CallEnd): void
}

export type IncomingCalls = ReturnType<typeof createIncomingCalls>

/** The calls that ring on this page, the oldest first: one is shown after the other (IMCALL-55). */
export function createIncomingCalls({ now, serverNow, after, isInMeeting, onEnded }: IncomingCallsDeps) {
	const store = createStore<{ calls: readonly IncomingCall[] }>(() => ({ calls: [] }))
	const timers = new Map<string, () => void>()
	const find = (id: string) => store.getState().calls.find(({ meetingId }) => meetingId === id)
	const change = (next: (calls: readonly IncomingCall[]) => readonly IncomingCall[]) =>
		store.setState(({ calls }) => ({ calls: next(calls) }))

	function stopTimer(meetingId: string) {
		timers.get(meetingId)?.()
		timers.delete(meetingId)
	}

	function close(meetingId: string) {
		stopTimer(meetingId)
		if (find(meetingId)) change(calls => calls.filter(call => call.meetingId !== meetingId))
	}

	function end(meetingId: string, why: CallEnd) {
		const call = find(meetingId)
		if (!call || call.isAnswered) return
		close(meetingId)
		onEnded(call, why)
	}

	function ring({ meetingId, content, from, ts }: CallNotice) {
		if (isInMeeting(meetingId) || find(meetingId)?.isAnswered) return
		// A page that was asleep hears of it late; clocks that differ make no call longer than it is.
		const leftMs = Math.min(ts + delays.callRingsMs - serverNow(), delays.callRingsMs)
		const who = { name: from.nickName ?? '', picture: from.imgUrl ?? '' }
		const call = { meetingId, topic: content, from: who, endsAt: now() + leftMs, isAnswered: false }
		close(meetingId)
		if (leftMs <= 0) return onEnded(call, 'missed')
		timers.set(
			meetingId,
			after(leftMs, () => end(meetingId, 'missed')),
		)
		change(calls => [...calls, call])
	}

	return {
		store,
		/** A person calls, or calls no more. */
		notice(notice: CallNotice) {
			if (notice.cancelled) end(notice.meetingId, notice.reason ?? 'missed')
			else ring(notice)
		},
		/** The person is joining; `close` follows. */
		answer(meetingId: string) {
			stopTimer(meetingId)
			change(calls => calls.map(call => (call.meetingId === meetingId ? { ...call, isAnswered: true } : call)))
		},
		/** It rings on this page no more, and nothing is said of it. */
		close,
		clear() {
			for (const { meetingId } of store.getState().calls) close(meetingId)
		},
	}
}
