import type { Result } from '@parley/core'
import type { CapturedScreen, ScreenContent, ScreenError } from '../../media/index.ts'
import type { JoinedRoom, ScreenProblem } from './roomState.ts'

export interface OwnScreenDeps {
	/** @param signal aborts when the screen is no longer wanted */
	openScreen(signal: AbortSignal): Promise<Result<CapturedScreen, ScreenError>>
	/** Asks the server to be the presenter. */
	start(): Promise<Result<unknown, string>>
	stop(): void
	/** Sends the picture and, where it was shared, the sound; undefined ends both. */
	publish(screen: CapturedScreen | undefined): void
	setContent(track: MediaStreamTrack, content: ScreenContent): void
	onChange(screen: JoinedRoom['ownScreen']): void
	onProblem(problem: ScreenProblem): void
}

export type OwnScreen = ReturnType<typeof createOwnScreen>

/** The own screen (ROOM-100): chosen first, because browsers want a tap for that, then allowed by the server, then sent. */
export function createOwnScreen({ openScreen, start, stop, publish, setContent, onChange, onProblem }: OwnScreenDeps) {
	let screen: CapturedScreen | undefined
	/** The person chooses a screen, or the server has not answered yet. */
	let opening: AbortController | undefined
	/** Counts switches: what an older one opened was switched off meanwhile. */
	let turn = 0

	function release() {
		turn++
		opening?.abort()
		opening = undefined
		if (!screen) return
		screen.close()
		screen = undefined
		publish(undefined)
	}

	function close() {
		const wasOn = screen !== undefined
		release()
		onChange('off')
		if (wasOn) stop()
	}

	async function open() {
		release()
		const own = ++turn
		opening = new AbortController()
		onChange('opening')
		const opened = await openScreen(opening.signal)
		const fail = (problem?: ScreenProblem) => {
			if (opened.ok) opened.value.close()
			if (own !== turn) return
			opening = undefined
			onChange('off')
			if (problem) onProblem(problem)
		}
		// A person who chose nothing needs no message.
		if (!opened.ok) return fail(opened.failure === 'denied' ? undefined : 'screen.failed')
		if (own !== turn) return fail()
		const started = await start()
		if (!started.ok) return fail(toProblem(started.failure))
		if (own !== turn) {
			stop()
			return fail()
		}
		opening = undefined
		screen = opened.value
		publish(screen)
		onChange('on')
		// The browser's own button, a window that was closed, or the shell; last, because it may have ended already.
		screen.onEnded(close)
	}

	return {
		toggle: () => (screen || opening ? close() : void open()),
		/** Somebody else presents now, or nobody. */
		end() {
			if (!screen) return
			release()
			onChange('off')
		},
		/** Text or a film: what the screen shows. */
		setContent(content: ScreenContent) {
			if (screen) setContent(screen.picture, content)
		},
		release,
		isOn: () => screen !== undefined,
	}
}

const toProblem = (failure: string): ScreenProblem =>
	failure === 'screen.taken' || failure === 'screen.not-allowed' ? failure : 'screen.failed'
