import { m } from '../../locales/index.ts'
import { sentenceWith } from '../account/index.ts'
import { mobileWords } from '../verification/index.ts'
import type { BindMobileMessageKey } from './bindPhone.ts'
import { identityMessages } from './identityWords.ts'
import type { IdentityMessageKey } from './socialSignIn.ts'

export const bindMobileMessage = sentenceWith<BindMobileMessageKey | IdentityMessageKey>({
	...identityMessages,
	wrongCode: m.account_says_wrongCode,
	codeExpired: m.account_says_codeExpired,
	mobileInvalid: () => mobileWords('mobileInvalid'),
	notInCompany: () => mobileWords('notInCompany'),
	numberTaken: m.social_says_numberTaken,
	bindTooMany: m.social_says_bindTooMany,
	bindFailed: m.social_says_bindFailed,
})
