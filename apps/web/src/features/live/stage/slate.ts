import { m } from '../../../locales/index.ts'
import type { WatchState } from '../player/usePlayback.ts'
import { type LiveView, liveViewAfterFailure, type StreamFailure } from '../viewing/liveView.ts'
import { startLabel } from './startLabel.ts'

export type SlateAction = 'retry' | 'play' | 'watchRecording' | 'toStart'

/** The slate over a picture that is missing or does not move. */
export interface Slate {
	title: string
	/** Start of the live. */
	start?: string
	text?: string
	/** Remedies, in order of preference. */
	actions?: readonly SlateAction[]
	/** An automatic action is in progress: a spinner is shown. */
	isBusy?: boolean
	/** The picture stays visible behind it. */
	isOverPicture?: boolean
	/** The live's background is behind it; a drawn one if none was uploaded. */
	hasBackground?: boolean
}

/** Conditions of a slate besides the states of live and player. */
export interface SlateContext {
	/** Seconds the publisher is still waited for. */
	reconnectingS: number
	/** A picture was shown earlier in this visit. */
	wasOnAir: boolean
	/** The recording is being played. */
	isReplay: boolean
	now: number
}

/** The state of the live first, then that of the player: one sentence for each. */
export function slateOf(
	view: LiveView,
	watch: WatchState,
	{ reconnectingS, wasOnAir, isReplay, now }: SlateContext,
): Slate | undefined {
	if (isReplay) return watchSlate(watch, 0)
	if (view.status === 'onAir') return watchSlate(watch, reconnectingS)
	if (view.status === 'over' && view.recording !== undefined)
		return { title: m.live_over_title(), text: m.live_recorded_text(), actions: ['watchRecording'] }
	if (view.status === 'waiting' && wasOnAir)
		return { title: m.live_interrupted_title(), text: m.live_interrupted_text(), isBusy: true, hasBackground: true }
	const slate = viewSlates[view.status]?.()
	const start = view.status === 'notStarted' ? startLabel(view.info, now) : undefined
	return slate && start !== undefined ? { ...slate, start: m.live_not_started_at({ start }) } : slate
}

const viewSlates: Record<Exclude<LiveView['status'], 'onAir'>, (() => Slate) | undefined> = {
	loading: () => ({ title: m.live_loading(), isBusy: true }),
	// Another screen takes over.
	left: undefined,
	offline: () => ({ title: m.live_unreachable_title(), text: m.live_unreachable_text(), actions: ['retry'] }),
	failed: () => ({ title: m.live_failed_title(), text: m.live_failed_text(), actions: ['retry'] }),
	tooMany: () => ({ title: m.live_busy_title(), text: m.live_busy_text(), actions: ['retry'] }),
	noLive: () => ({ title: m.live_none_title(), text: m.live_none_text(), actions: ['toStart'] }),
	missing: () => ({ title: m.live_missing_title(), text: m.live_missing_text(), actions: ['toStart'] }),
	// The host may let a viewer back in, who is not notified of it.
	removed: () => ({
		title: m.live_removed_title(),
		text: m.live_removed_text(),
		actions: ['retry', 'toStart'],
	}),
	over: () => ({ title: m.live_over_title(), text: m.live_over_text() }),
	notStarted: () => ({ title: m.live_not_started_title(), text: m.live_not_started_text(), hasBackground: true }),
	waiting: () => ({
		title: m.live_waiting_title(),
		text: m.live_waiting_text(),
		isBusy: true,
		hasBackground: true,
	}),
	suspended: () => ({ title: m.live_suspended_title(), text: m.live_suspended_text() }),
}

/** The slate for a live that could not be loaded; undefined if the failure leads elsewhere. */
export function slateOfFailure(refusal: StreamFailure): Slate | undefined {
	const { status } = liveViewAfterFailure(refusal)
	return status === 'onAir' ? undefined : viewSlates[status]?.()
}

function watchSlate(watch: WatchState, reconnectingS: number): Slate | undefined {
	if (watch.status === 'unsupported') return { title: m.live_unsupported_title(), text: m.live_unsupported_text() }
	if (watch.status === 'unreachable')
		return { title: m.live_unreachable_title(), text: m.live_unreachable_text(), actions: ['retry'] }
	if (watch.status === 'failed')
		return { title: m.live_cannot_play_title(), text: m.live_cannot_play_text(), actions: ['retry'] }
	const stands = watch.status === 'stalled' || watch.status === 'loading' || watch.status === 'starting'
	if (reconnectingS > 0 && stands)
		return {
			title: m.live_reconnecting_title(),
			text: m.live_reconnecting_text({ seconds: reconnectingS }),
			isBusy: true,
			isOverPicture: true,
		}
	if ('hasNetworkTrouble' in watch && watch.hasNetworkTrouble)
		return {
			title: m.live_network_title(),
			text: m.live_network_text(),
			actions: ['retry'],
			isBusy: true,
			isOverPicture: true,
		}
	if (stands)
		return {
			title: watch.status === 'stalled' ? m.live_buffering() : m.live_opening(),
			isBusy: true,
			isOverPicture: true,
		}
	if (watch.status === 'paused') return { title: m.live_paused(), actions: ['play'], isOverPicture: true }
	return undefined
}
