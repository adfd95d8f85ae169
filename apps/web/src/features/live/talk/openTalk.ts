import { messaging as calls } from '@parley/api'
import { createIM } from '@parley/im-sdk'
import { callApi } from '../../../api/index.ts'
import { createTalk, type Talk, type TalkDeps } from './talk.ts'

export type OpenTalk = Pick<TalkDeps, 'appId' | 'rooms' | 'name' | 'delayMs' | 'onControlMessage' | 'onMissed'>

/** Talk over the network; in a chunk of its own, with the SDK. */
export const openTalk = (options: OpenTalk): Talk =>
	createTalk({
		...options,
		im: createIM(),
		requestToken: () =>
			callApi(calls.token, { appId: options.appId, nickName: options.name }, { quiet: true, handles401: true }),
		now: Date.now,
		after(ms, act) {
			const timer = setTimeout(act, ms)
			return () => clearTimeout(timer)
		},
	})
