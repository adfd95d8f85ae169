import type { Result } from '@parley/core'
import type { ScreenContent, ScreenError } from '../../media/index.ts'
import type { JoinedRoom, ScreenProblem } from './roomState.ts'

export interface OwnScreenDeps {
	openScreen(): Promise<Result<MediaStreamTrack, ScreenError>>
	/** Asks the server to be the presenter. */
	start(): Promise<Result<unknown, string>>
	stop(): void
	publish(track: MediaStreamTrack | undefined): void
	setContent(track: MediaStreamTrack, content: ScreenContent): void
	onChange(screen: JoinedRoom['ownScreen']): void
	onProblem(problem: ScreenProblem): void
}

export type OwnScreen = ReturnType<typeof createOwnScreen>

/** The own screen (ROOM-100): chosen first, because browsers want a tap for that, then allowed by the server, then sent. */
export function createOwnScreen({ openScreen, start, stop, publish, setContent, onChange, onProblem }: OwnScreenDeps) {
	let track: MediaStreamTrack | undefined
	/** Counts switches: what an older one opened was switched off meanwhile. */
	let turn = 0

	function release() {
		turn++
		if (!track) return
		track.onended = null
		track.stop()
		track = undefined
		publish(undefined)
	}

	function close() {
		const wasOn = track !== undefined
		release()
		onChange('off')
		if (wasOn) stop()
	}

	async function open() {
		release()
		const own = ++turn
		onChange('opening')
		const opened = await openScreen()
		const fail = (problem?: ScreenProblem) => {
			if (opened.ok) opened.value.stop()
			if (own !== turn) return
			onChange('off')
			if (problem) onProblem(problem)
		}
		// Who chose nothing needs no message.
		if (!opened.ok) return fail(opened.failure === 'denied' ? undefined : 'screen.failed')
		if (own !== turn) return fail()
		const started = await start()
		if (!started.ok) return fail(toProblem(started.failure))
		if (own !== turn) {
			stop()
			return fail()
		}
		track = opened.value
		// The browser's own button, or a window that was closed.
		track.onended = close
		publish(track)
		onChange('on')
	}

	return {
		toggle: () => (track ? close() : void open()),
		/** Somebody else presents now, or nobody. */
		end() {
			if (!track) return
			release()
			onChange('off')
		},
		/** Text or a film: what the screen shows. */
		setContent(content: ScreenContent) {
			if (track) setContent(track, content)
		},
		release,
		isOn: () => track !== undefined,
	}
}

const toProblem = (failure: string): ScreenProblem =>
	failure === 'screen.taken' || failure === 'screen.not-allowed' ? failure : 'screen.failed'
