import { m } from '../../locales/index.ts'
import { oaWords, sentenceWith } from '../account/index.ts'
import { mobileWords } from '../verification/index.ts'
import type { UnbindMessageKey } from './unbind.ts'

export const unbindMessage = sentenceWith<UnbindMessageKey>({
	...oaWords,
	wrongCode: m.account_says_wrongCode,
	mobileInvalid: () => mobileWords('mobileInvalid'),
	unbindExpired: m.social_says_unbindExpired,
	unbindInvalid: m.social_says_unbindInvalid,
})
