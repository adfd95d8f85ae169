import { messaging as calls } from '@parley/api'
import { createIM } from '@parley/im-sdk'
import { callApi } from '../../../api/index.ts'
import { createTalk, type Talk, type TalkDeps } from './talk.ts'
import { keepGuestName, visitorName } from './visitorName.ts'

export type OpenTalk = Pick<
	TalkDeps,
	'appId' | 'rooms' | 'name' | 'isChosen' | 'delayMs' | 'onControlMessage' | 'onMissed'
>

const options = { quiet: true, handles401: true } as const

/** Talk over the network; in its own chunk, with the SDK. */
export const openTalk = (talk: OpenTalk): Talk =>
	createTalk({
		...talk,
		im: createIM(),
		requestToken: nickName => callApi(calls.token, { appId: talk.appId, nickName }, options),
		requestName: (id, nickName) => callApi(calls.updateUser, { id, nickName }, options),
		visitorName,
		keepName: keepGuestName,
		now: Date.now,
		after(ms, act) {
			const timer = setTimeout(act, ms)
			return () => clearTimeout(timer)
		},
	})
