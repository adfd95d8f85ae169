import type { IM } from '@parley/im-sdk'
import { isPassing, loginInfo, type TokenAnswer } from '../messaging/index.ts'
import type { CallNotice } from './incomingCalls.ts'

/** The first token is asked for again after this time, which doubles. */
const firstAgainMs = 5_000
const longestAgainMs = 300_000

export interface CallConnectionDeps {
	im: Pick<IM, 'on' | 'login' | 'close'>
	/** The application of the site in messaging. */
	appId: string
	requestToken(): Promise<TokenAnswer>
	onNotice(notice: CallNotice): void
	after(ms: number, act: () => void): () => void
}

/**
 * Logs in to messaging to hear of calls. From then on the SDK keeps the connection; where the server ends the session it
 * stays ended. Returns the function that closes it.
 */
export function openCallConnection({ im, appId, requestToken, onNotice, after }: CallConnectionDeps): () => void {
	let isClosed = false
	let stopWaiting = () => {}
	const stopListening = im.on('videoNotice', onNotice)

	async function connect(againMs: number): Promise<void> {
		const asked = await requestToken()
		if (isClosed) return
		if (asked.ok) {
			// A refusal or an ended session stops this connection; the page works as it does without calls.
			await im.login(loginInfo(appId, asked.value, requestToken)).catch(() => {})
		} else if (isPassing(asked.failure.refusal)) {
			stopWaiting = after(againMs, () => void connect(Math.min(2 * againMs, longestAgainMs)))
		}
	}
	void connect(firstAgainMs)

	return () => {
		isClosed = true
		stopWaiting()
		stopListening()
		im.close()
	}
}
