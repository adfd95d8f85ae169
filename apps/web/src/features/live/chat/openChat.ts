import { messaging as calls } from '@parley/api'
import { createIM } from '@parley/im-sdk'
import { callApi } from '../../../api/index.ts'
import { type Chat, type ChatDeps, createChat } from './chat.ts'
import { keepGuestName, visitorName } from './visitorName.ts'

export type OpenChat = Pick<
	ChatDeps,
	'appId' | 'rooms' | 'name' | 'isChosen' | 'delayMs' | 'onControlMessage' | 'onMissed'
>

const options = { quiet: true, handles401: true } as const

/** Chat over the network; in its own chunk, with the SDK. */
export const openChat = (chat: OpenChat): Chat =>
	createChat({
		...chat,
		im: createIM(),
		requestToken: nickName => callApi(calls.token, { appId: chat.appId, nickName }, options),
		requestName: (id, nickName) => callApi(calls.updateUser, { id, nickName }, options),
		visitorName,
		keepName: keepGuestName,
		now: Date.now,
		after(ms, act) {
			const timer = setTimeout(act, ms)
			return () => clearTimeout(timer)
		},
	})
