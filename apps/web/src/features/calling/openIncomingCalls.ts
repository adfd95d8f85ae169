import { messaging as calls } from '@parley/api'
import { createIM } from '@parley/im-sdk'
import { callApi } from '../../api/index.ts'
import { createPageStorage } from '../messaging/index.ts'
import { serverNow } from '../site/index.ts'
import { openCallConnection } from './callConnection.ts'
import { createIncomingCalls, type IncomingCalls, type IncomingCallsDeps } from './incomingCalls.ts'

export interface OpenIncomingCalls extends Pick<IncomingCallsDeps, 'isInMeeting' | 'onEnded'> {
	appId: string
	/** Name that others see. */
	nickName: string
}

const options = { quiet: true, handles401: true } as const

function after(ms: number, act: () => void) {
	const timer = setTimeout(act, ms)
	return () => clearTimeout(timer)
}

/** Hears of calls over a connection of its own until it is closed. */
export function openIncomingCalls({ appId, nickName, isInMeeting, onEnded }: OpenIncomingCalls): {
	calls: IncomingCalls
	close(): void
} {
	const incoming = createIncomingCalls({ now: Date.now, serverNow, after, isInMeeting, onEnded })
	const closeConnection = openCallConnection({
		// Outbox and places in conversations are those of pages with conversations, and so are the locks around them: one that
		// only hears of calls must not move them on.
		im: createIM({
			modules: { video: true },
			environment: { storage: createPageStorage(), locks: undefined, tab: undefined },
		}),
		appId,
		requestToken: () => callApi(calls.token, { appId, nickName }, options),
		onNotice: incoming.notice,
		after,
	})
	return {
		calls: incoming,
		close() {
			incoming.clear()
			closeConnection()
		},
	}
}
